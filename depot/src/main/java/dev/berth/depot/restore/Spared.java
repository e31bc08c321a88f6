package dev.berth.depot.restore;

import dev.berth.durable.FileStat;

/// Something that no restore touches, by whatever name it is found in the target: the depot itself,
/// or keys to it. `what` says so to people.
public record Spared(String what, long device, long inode) {
    public static Spared of(String what, FileStat stat) {
        return new Spared(what, stat.device(), stat.inode());
    }

    public boolean is(FileStat stat) {
        return stat.device() == device && stat.inode() == inode;
    }
}
