package dev.berth.cli.flow;

import static dev.berth.cli.flow.FlowCommands.change;
import static dev.berth.cli.flow.FlowCommands.feature;

import dev.berth.cli.Given;
import dev.berth.cli.Group;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.flow.OpenFlow.Opened;
import dev.berth.failure.Failure;
import dev.berth.flow.FeatureId;

/// `berth flow feature`: how far the pieces of the plan are.
final class FeatureCommands {
    private FeatureCommands() {}

    static Group group() {
        return Group.of(
                "feature",
                "Says how far a feature is.",
                FlowVerb.of(
                        () ->
                                Spec.of(
                                                "start",
                                                "Begins the work on a feature of an approved plan.")
                                        .argument("ID", "the feature")
                                        .example("berth flow feature start f1"),
                        FeatureCommands::start),
                FlowVerb.of(
                        () ->
                                Spec.of("done", "Finishes the feature that is being worked on.")
                                        .optionalArgument(
                                                "ID", "the feature (default: the active one)")
                                        .example("berth flow feature done"),
                        FeatureCommands::done),
                FlowVerb.of(
                        () ->
                                Spec.of("block", "Marks a feature that cannot go on.")
                                        .optionalArgument(
                                                "ID", "the feature (default: the active one)")
                                        .required("--reason", "TEXT", "why; it becomes a note")
                                        .example(
                                                "berth flow feature block f1 --reason \"no data\""),
                        FeatureCommands::block));
    }

    private static Reply start(Given given, Opened opened) throws Failure {
        var id = FeatureId.parse(given.text("ID"));
        return change(opened, "started " + id, (session, now) -> session.starting(id, now));
    }

    private static Reply done(Given given, Opened opened) throws Failure {
        return change(
                opened,
                "done",
                (session, now) ->
                        session.finishing(feature(given.optional("ID"), session.active()), now));
    }

    private static Reply block(Given given, Opened opened) throws Failure {
        return change(
                opened,
                "blocked",
                (session, now) -> {
                    FeatureId id = feature(given.optional("ID"), session.active());
                    return session.blocking(id, given.text("--reason"), now);
                });
    }
}
