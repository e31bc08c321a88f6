package dev.berth.runner.resident;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.runner.Sandbox.Condition;

import java.util.Map;

/// The condition that a verb needs.
public final class Required {
    private Required() {}

    /// A [Failure.Conflict] with what to do when `now` is another one.
    public static void condition(Condition needed, Condition now, SessionId session)
            throws Failure {
        if (now == needed) return;
        String subject = "the sandbox of " + session;
        throw switch (now) {
            case GONE -> new Failure.Conflict(subject + " is gone", "start another", Map.of());
            case PAUSED -> new Failure.Conflict(subject + " is paused", "unpause it", Map.of());
            case RUNNING -> new Failure.Conflict(subject + " runs", "pause it first", Map.of());
        };
    }
}
