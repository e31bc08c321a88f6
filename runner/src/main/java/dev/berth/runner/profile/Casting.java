package dev.berth.runner.profile;

import dev.berth.disk.SessionId;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Following;
import dev.berth.runner.Input;
import dev.berth.runner.Plan;
import dev.berth.runner.Sandbox;
import dev.berth.runner.agent.Agent;
import dev.berth.runner.agent.AgentEvent;
import dev.berth.runner.agent.AgentTurn;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.resident.Program;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A profile on this machine: its program is found, so that plans and turns can be made of it.
public final class Casting {
    private static final Duration SETUP_WITHIN = Duration.ofMinutes(30);
    private static final int SAID_AT_MOST = 2000;

    private final Profile profile;
    private final Programs.Found program;

    private Casting(Profile profile, Programs.Found program) {
        this.profile = profile;
        this.program = program;
    }

    /// Refused when the program is not on this machine, with how to get it. In an image it is the
    /// image's own; one that the profile sets up itself may come later.
    public static Casting of(Profile profile, Programs programs) throws Failure {
        String word = profile.command().getFirst();
        var asItIs = new Programs.Found(word, List.of(), List.of());
        return switch (profile.runner()) {
            case DOCKER, KUBERNETES -> new Casting(profile, asItIs);
            case PROCESS -> {
                var found = programs.find(word);
                if (found.isEmpty() && profile.setup().isEmpty()) throw missing(profile);
                yield new Casting(profile, found.orElse(asItIs));
            }
        };
    }

    private static Failure missing(Profile profile) {
        String word = profile.command().getFirst();
        return new Failure.Unavailable(
                "there is no " + word + " on this machine, or not what it runs with",
                profile.agent()
                        .map(Agent::installation)
                        .orElse("install it, or put the folder that holds it on the PATH"));
    }

    public Profile profile() {
        return profile;
    }

    /// The sandbox that this profile asks for.
    public Plan plan(SessionId session, Path disk) {
        return new Plan(
                session,
                disk,
                profile.image(),
                program.shown(),
                profile.network(),
                profile.limits(),
                !profile.unsandboxed());
    }

    /// Runs the setup commands in a new sandbox; the first that fails ends it.
    public void setUp(Sandbox sandbox) throws Failure, InterruptedException {
        for (String line : profile.setup()) {
            var said = new StringBuilder();
            var ending =
                    Following.of(
                            sandbox.exec(Command.of("sh", "-c", line)),
                            0,
                            Optional.of(SETUP_WITHIN),
                            bytes -> {
                                said.append(
                                        new String(
                                                bytes.toArray(ValueLayout.JAVA_BYTE),
                                                StandardCharsets.UTF_8));
                                int more = said.length() - SAID_AT_MOST;
                                if (more > 0) said.delete(0, more);
                            });
            if (!ending.equals(new Ending.Exited(0))) {
                throw new Failure.Refused(
                        "the profile's setup failed at `%s`: %s"
                                .formatted(line, reason(said.toString().strip(), ending)),
                        "mend `setup` in the profile");
            }
        }
    }

    /// What a command said last, or how it ended if it said nothing.
    private static String reason(String said, Ending ending) {
        if (!said.isEmpty()) return said;
        return switch (ending) {
            case Ending.Exited(int code) -> "it said nothing and exited with " + code;
            case Ending.OutOfTime _ ->
                    "it was not done after %d minutes".formatted(SETUP_WITHIN.toMinutes());
            case Ending.Cancelled _ -> "it was cancelled";
            case Ending.Lost _ -> "it was killed";
            case Ending.Unbegun _ -> "it could not be started";
        };
    }

    /// A turn of a profile without an agent: the command with the message on standard input.
    public Command turn(String message, Map<String, String> server) {
        return new Command(words(), environment(server), Input.of(message));
    }

    /// A turn of the profile's agent: what is executed, and who hears it.
    public record Prepared(Command command, AgentTurn turn) {}

    /// `server` holds what the server can hand over, `fresh` is an id for a new conversation.
    public Prepared turn(
            FileLayer files,
            Path disk,
            Agent agent,
            String message,
            String fresh,
            Map<String, String> server,
            Consumer<AgentEvent> events)
            throws Failure {
        var environment = environment(server);
        var turn = listener(files, disk, agent, server, events);
        return new Prepared(
                turn.command(words(), message, fresh, !profile.unsandboxed(), environment), turn);
    }

    /// Who hears a turn that an earlier server began.
    public AgentTurn listener(
            FileLayer files,
            Path disk,
            Agent agent,
            Map<String, String> server,
            Consumer<AgentEvent> events) {
        return new AgentTurn(files, disk, agent, secrets(server), events);
    }

    /// The program at its place, and the words that the profile adds.
    private List<String> words() {
        var words = new ArrayList<>(profile.command());
        words.set(0, program.word());
        return words;
    }

    private Map<String, String> environment(Map<String, String> server) {
        var all = new LinkedHashMap<String, String>();
        if (!program.searched().isEmpty()) {
            all.put(
                    "PATH",
                    Stream.concat(
                                    program.searched().stream().map(Path::toString),
                                    Stream.of(Program.PATH))
                            .collect(Collectors.joining(":")));
        }
        for (String name : profile.environment()) {
            String value = server.get(name);
            if (value != null && value.indexOf('\0') < 0) all.put(name, value);
        }
        return all;
    }

    /// What must not show in events: of the handed over, all that is called a key or a token.
    private List<String> secrets(Map<String, String> server) {
        return profile.environment().stream()
                .filter(name -> name.matches("(?i).*(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL).*"))
                .map(name -> server.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .toList();
    }
}
