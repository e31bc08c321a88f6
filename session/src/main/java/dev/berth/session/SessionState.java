package dev.berth.session;

import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Where a session is in its life, with what is true of its runner and its files there.
public enum SessionState {
    /// Nobody has spoken to it yet.
    CREATED(RunnerIs.NONE, FilesAre.COLD),
    /// In a turn, or waiting for the next message.
    ACTIVE(RunnerIs.ALIVE, FilesAre.LIVE),
    /// Quiet for a while.
    IDLE(RunnerIs.ALIVE, FilesAre.LIVE),
    /// Frozen in memory, without CPU.
    PAUSED(RunnerIs.FROZEN, FilesAre.LIVE),
    /// Put away; a message brings it back.
    RESUMABLE(RunnerIs.NONE, FilesAre.COLD),
    /// Over; kept for its retention.
    EXPIRED(RunnerIs.NONE, FilesAre.KEPT);

    /// What there is of a runner.
    public enum RunnerIs {
        NONE,
        ALIVE,
        FROZEN
    }

    /// Where the files are.
    public enum FilesAre {
        LIVE,
        COLD,
        KEPT
    }

    private final RunnerIs runner;
    private final FilesAre files;
    private final String label;

    SessionState(RunnerIs runner, FilesAre files) {
        this.runner = runner;
        this.files = files;
        this.label = name().toLowerCase(Locale.ROOT);
    }

    /// The name in the API, in tables and on the command line.
    public String label() {
        return label;
    }

    public RunnerIs runner() {
        return runner;
    }

    public FilesAre files() {
        return files;
    }

    /// Whether there is a runner, frozen or not.
    public boolean hasRunner() {
        return runner != RunnerIs.NONE;
    }

    /// The state that `text` names, spelt exactly.
    public static SessionState parse(String text) throws Failure {
        for (var state : values()) {
            if (state.label.equals(text)) return state;
        }
        throw new Failure.Malformed(
                "no state is called '%s'".formatted(Words.shown(text)),
                "use "
                        + Arrays.stream(values())
                                .map(SessionState::label)
                                .collect(Collectors.joining(", ")));
    }
}
