package dev.berth.runner;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;

/// Makes sandboxes of one kind, and finds those that an earlier server left behind.
///
/// A sandbox outlives the process that started it: whoever opens the same runner again finds it by
/// its session and goes on where the other one stopped. Of one session at most one is alive.
///
/// Safe for use by several threads. One runner per data folder; the caller sees to that.
public interface Runner {
    /// The name in profiles and listings: `process`, `docker`.
    String name();

    /// Fails with what is missing on this machine, and how to get it.
    void check() throws Failure;

    /// Starts a sandbox and returns when it takes turns; a [Failure.Conflict] when the session has
    /// one. What a dead one left is removed first.
    Sandbox start(Plan plan) throws Failure;

    /// The session's sandbox, if one is alive.
    Optional<Sandbox> find(SessionId session) throws Failure;

    /// All that are alive. Of the dead it removes what they left.
    List<Sandbox> list() throws Failure;
}
