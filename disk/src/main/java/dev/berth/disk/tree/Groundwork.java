package dev.berth.disk.tree;

import dev.berth.disk.EntryKind;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.Set;

/// What every disk in tree form has before the first byte lies in it: the lines that keep its
/// private volumes out of git, and a folder for each volume. The lines are also its mark: a disk
/// that loses its other folders is still known by them, and is not taken for a workspace.
public final class Groundwork {
    private static final int PERMISSIONS = 0777;

    private Groundwork() {}

    /// The lines come first: at no instant does git see a private byte. A plain folder gets none.
    public static void lay(Folder root, Layout layout, Set<Volume> volumes, Arrival arrival)
            throws Failure {
        if (layout != Layout.DISK) return;
        ignorePrivate(root, arrival);
        try (var writer = new TreeWriter(root, layout, arrival)) {
            writer.makeVolumes(volumes);
        }
    }

    private static void ignorePrivate(Folder root, Arrival arrival) throws Failure {
        try {
            String before = PrivateLines.read(root);
            String after = PrivateLines.after(before);
            if (after.equals(before)) return;
            int mode =
                    root.stat(PrivateLines.FILE)
                            .map(FileStat::mode)
                            .map(bits -> bits & PERMISSIONS)
                            .orElse(EntryKind.FILE.permissions());
            arrival.bytes(root, PrivateLines.FILE, mode, PrivateLines.bytes(after));
        } catch (FileFault fault) {
            throw fault.asFailure(PrivateLines.FILE.toString());
        }
    }
}
