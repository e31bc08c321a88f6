package dev.berth.runner.profile;

import dev.berth.runner.Limits;
import dev.berth.runner.Sandbox;
import dev.berth.runner.agent.Agent;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// How an agent runs. A turn is `command` with the message on standard input; where `agent` is
/// known, Berth adds the words with which that agent takes a message and goes on with its own
/// conversation.
///
/// `setup` are shell commands for each new sandbox, before its first turn. `environment` names what
/// is handed over from the server's own environment or secrets; values are never part of a profile.
/// Without `persistentSessions` nothing of a session survives its sandbox.
public record Profile(
        List<String> command,
        Optional<Agent> agent,
        Optional<String> image,
        List<String> setup,
        RunnerKind runner,
        boolean network,
        boolean persistentSessions,
        Optional<String> vault,
        Limits limits,
        Optional<Duration> turn,
        List<String> environment,
        boolean unsandboxed) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    public Profile {
        command = List.copyOf(command);
        setup = List.copyOf(setup);
        environment = List.copyOf(environment);
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw new IllegalArgumentException("no command");
        }
        if (turn.isPresent() && !turn.get().isPositive()) {
            throw new IllegalArgumentException("a turn without time");
        }
        environment.forEach(
                name -> {
                    if (!isVariable(name)) throw new IllegalArgumentException("a name: " + name);
                });
    }

    /// A profile of which only the command is known: a process in a sandbox without network.
    public static Profile of(List<String> command) {
        return new Profile(
                command,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                RunnerKind.PROCESS,
                false,
                false,
                Optional.empty(),
                Limits.DEFAULT,
                Optional.empty(),
                List.of(),
                false);
    }

    /// The same with another command.
    public Profile saying(List<String> other) {
        return new Profile(
                other,
                agent,
                image,
                setup,
                runner,
                network,
                persistentSessions,
                vault,
                limits,
                turn,
                environment,
                unsandboxed);
    }

    /// The same without walls, where it has some that Berth builds.
    public Profile withoutWalls() {
        return new Profile(
                command,
                agent,
                image,
                setup,
                runner,
                network,
                persistentSessions,
                vault,
                limits,
                turn,
                environment,
                unsandboxed || runner == RunnerKind.PROCESS);
    }

    /// What is to be said of every session that runs so.
    public List<String> warnings() {
        return unsandboxed ? List.of(Sandbox.NO_WALLS) : List.of();
    }

    /// Whether a variable can be handed over by this name. Ours are set by the sandbox alone.
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches() && !name.startsWith("BERTH_");
    }
}
