package dev.berth.cli.settings;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How an agent runs, as the file describes it; what is absent is left to the runner's defaults.
public record Profile(
        List<String> command,
        Optional<String> image,
        List<String> setup,
        Optional<String> runner,
        Optional<Boolean> network,
        boolean persistentSessions,
        Optional<String> vault,
        Limits limits) {

    public Profile {
        command = List.copyOf(command);
        setup = List.copyOf(setup);
    }

    /// What one session may use.
    public record Limits(
            Optional<String> memory,
            Optional<String> cpu,
            Optional<Integer> processes,
            Optional<Duration> turn) {}
}
