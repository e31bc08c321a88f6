package dev.berth.session.life;

import dev.berth.depot.checkpoint.Checkpoint;

import java.nio.file.Path;

/// Where the files of a session can be seen right now, without starting anything.
sealed interface Sight {
    /// In a tree on this node that is in use: all three volumes.
    record Live(Path tree) implements Sight {}

    /// In a tree that stays in place while its session sleeps: `tmp` counts as empty.
    record Asleep(Path tree) implements Sight {}

    /// In the depot.
    record Cold(Checkpoint checkpoint) implements Sight {}

    /// There are none yet.
    record Nothing() implements Sight {}
}
