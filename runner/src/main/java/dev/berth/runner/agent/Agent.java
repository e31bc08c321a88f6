package dev.berth.runner.agent;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A program that works with a model and keeps a conversation of its own. Its message comes on
/// standard input, and it says what it does as lines of JSON.
///
/// Its usual folder lies in the sandbox's home, which is no volume and goes with the sandbox. Only
/// what [#kept] names leads from there into `memory`: whatever else it writes, its credentials
/// above all, has no way into a volume.
public sealed interface Agent permits Claude, Codex, Opencode {
    /// In profiles; also the program's usual name.
    String name();

    /// How a user gets the program.
    String installation();

    /// The words of a turn: `command` is the program and what a profile adds to it.
    List<String> words(List<String> command, Talk talk);

    /// What it finds set besides what every turn has.
    Map<String, String> environment(boolean sandboxed);

    /// The variables that bring its credential and the address of its model.
    List<String> variables();

    /// What of its state is kept.
    List<Kept> kept();

    /// Where in `memory` a file with a credential could be left, if anything put it there: such
    /// files are removed before and after a turn, and belong in no snapshot.
    List<String> neverKept();

    /// The events in one line of its output; unknown kinds are passed over.
    void read(Json.Obj line, Consumer<AgentEvent> events);

    /// Whether a conversation begins or goes on, with the id that the agent knows it by.
    sealed interface Talk {
        /// The id is a proposal, for agents that let others choose it.
        record First(String id) implements Talk {}

        record Next(String id) implements Talk {}
    }

    static List<Agent> all() {
        return List.of(new Claude(), new Codex(), new Opencode());
    }

    static Optional<Agent> named(String name) {
        return all().stream().filter(agent -> agent.name().equals(name)).findFirst();
    }

    static Agent parse(String text) throws Failure {
        String all = all().stream().map(Agent::name).collect(Collectors.joining(", "));
        return named(text.strip())
                .orElseThrow(
                        () ->
                                new Failure.Refused(
                                        "is not an agent that is known here: " + text,
                                        "choose one of " + all + ", or leave it out"));
    }
}
