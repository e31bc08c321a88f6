package dev.berth.runner;

/// How a turn ended.
public sealed interface Ending {
    /// By itself; 128 plus the number of the signal when one ended it, as a shell says it.
    record Exited(int code) implements Ending {}

    /// Somebody cancelled it.
    record Cancelled() implements Ending {}

    /// It ran longer than it may.
    record OutOfTime() implements Ending {}

    /// It is over and nothing tells how: killed from within, or with its sandbox.
    record Lost() implements Ending {}

    /// Nothing of it was executed: its sandbox had no process left for it, or died before.
    record Unbegun() implements Ending {}
}
