package dev.berth.session;

import dev.berth.runner.Limits;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How an agent runs: the command that takes a message on its standard input, what a container is
/// made of, commands that prepare a new runner, which kind of runner, and whether files outlive it.
/// `told` agents read what was said before in front of their next message, when they cannot know
/// it; to one whose messages are scripts that would be a script as well.
public record Profile(
        String agent,
        List<String> command,
        Optional<String> image,
        List<List<String>> setup,
        String runner,
        boolean network,
        boolean persistentSessions,
        boolean sandboxed,
        Limits limits,
        Optional<Duration> turnLimit,
        boolean told) {
    /// An ephemeral session goes so long after its last activity.
    public static final Duration EPHEMERAL_LIFE = Duration.ofHours(24);

    public Profile {
        if (command.isEmpty()) throw new IllegalArgumentException(agent + " has no command");
        command = List.copyOf(command);
        setup = setup.stream().map(List::copyOf).toList();
    }

    /// The message is a script.
    public static final Profile SHELL =
            new Profile(
                    "shell",
                    List.of("sh"),
                    Optional.empty(),
                    List.of(),
                    "process",
                    false,
                    true,
                    true,
                    Limits.DEFAULT,
                    Optional.empty(),
                    false);
}
