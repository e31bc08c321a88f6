package dev.berth.cli.flow;

import dev.berth.cli.Given;
import dev.berth.cli.Group;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.flow.OpenFlow.Fallback;
import dev.berth.cli.flow.OpenFlow.Opened;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.flow.FeatureId;
import dev.berth.flow.Flow;
import dev.berth.flow.register.Agent;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All verbs of `berth flow`.
public final class FlowCommands {
    private FlowCommands() {}

    public static Group group() {
        return Group.of(
                "flow",
                "Keeps the state of a project's work in its .flow folder.",
                start(),
                FlowVerb.of(
                        () -> Spec.of("status", "Shows the goal, the plan and how far it is."),
                        (_, opened) -> new StatusReply(opened.flow().status(), Optional.empty())),
                PlanCommands.group(),
                FeatureCommands.group(),
                note(),
                FlowVerb.of(
                        () -> Spec.of("close", "Ends the session and keeps it in the history."),
                        FlowCommands::close),
                HistoryCommands.group(),
                FlowVerb.of(
                        () ->
                                Spec.of(
                                        "doctor",
                                        "Looks for what needs a person, and says what to do."),
                        (_, opened) -> new CheckupReply(opened.flow().examine())),
                FlowVerb.of(
                        () -> Spec.of("refresh", "Brings the agent's file up to date."),
                        FlowCommands::refresh),
                register());
    }

    /// Changes the session and shows it.
    static Reply change(Opened opened, String done, Flow.Change change) throws Failure {
        return new SessionReply(
                opened.root(), opened.flow().change(change), done, Optional.empty());
    }

    /// The feature that was named, else the one that is being worked on.
    static FeatureId feature(Optional<String> named, Optional<FeatureId> active) throws Failure {
        if (named.isPresent()) return FeatureId.parse(named.get());
        if (active.isPresent()) return active.get();
        throw new Failure.Conflict(
                "no feature is being worked on", "name the one that you mean", Map.of());
    }

    private static Verb start() {
        return new FlowVerb(
                () ->
                        Spec.of("start", "Starts a session in this folder.")
                                .required("--goal", "TEXT", "what the work is after")
                                .example("berth flow start --goal \"Ship the first release\""),
                Fallback.HERE,
                (given, opened) ->
                        new StatusReply(opened.flow().start(given.text("--goal")), opened.outer()));
    }

    private static Verb note() {
        return FlowVerb.of(
                () ->
                        Spec.of("note", "Keeps something worth remembering.")
                                .argument("TEXT", "the note")
                                .example("berth flow note \"The tests need a real clock\""),
                (given, opened) ->
                        change(
                                opened,
                                "noted",
                                (session, now) -> session.noting(given.text("TEXT"), now)));
    }

    private static Reply close(Given given, Opened opened) throws Failure {
        var closed = opened.flow().close();
        String archive = ".flow/history/" + closed.archive() + ".json";
        return Reply.lines(
                Json.object()
                        .put("root", opened.root().toString())
                        .put("archive", archive)
                        .putAll(closed.session().json())
                        .build(),
                "closed %s; it is kept in %s".formatted(closed.session().id(), archive));
    }

    private static Reply refresh(Given given, Opened opened) throws Failure {
        var refreshed = opened.flow().refresh();
        String said =
                refreshed.changed()
                        ? "the agent's file was brought up to date"
                        : "it was up to date";
        return Reply.lines(
                Json.object()
                        .put("root", opened.root().toString())
                        .put("changed", refreshed.changed())
                        .putText("put_away", refreshed.putAway())
                        .build(),
                refreshed.putAway().map(what -> what + "\n" + said).orElse(said));
    }

    private static Verb register() {
        return new FlowVerb(
                () ->
                        Spec.of("register", "Tells an agent's program to read the agent's file.")
                                .choice(
                                        "--agent",
                                        "NAME",
                                        agents(),
                                        Agent.OPENCODE.word(),
                                        Stream.of(Agent.values()).map(Agent::word).toList())
                                .flag(
                                        "--plugin",
                                        "for opencode: also a plugin that refreshes the file")
                                .flag("--remove", "takes out what was put in")
                                .example("berth flow register --agent opencode --plugin"),
                Fallback.NEAREST,
                FlowCommands::register);
    }

    private static Reply register(Given given, Opened opened) throws Failure {
        var agent = Agent.named(given.text("--agent"));
        if (agent.isEmpty()) {
            throw new Failure.Malformed(
                    "no agent is named " + given.text("--agent"), "choose " + agents());
        }
        boolean plugin = given.flag("--plugin");
        if (plugin && agent.get() != Agent.OPENCODE) {
            throw new Failure.Malformed("--plugin is for opencode", "leave it out");
        }
        return new RegisterReply(
                opened.root(),
                agent.get(),
                given.flag("--remove")
                        ? opened.flow().unregister(agent.get())
                        : opened.flow().register(agent.get(), plugin));
    }

    private static String agents() {
        return Stream.of(Agent.values()).map(Agent::word).collect(Collectors.joining(", "));
    }
}
