package dev.berth.cli.flow;

import dev.berth.cli.Given;
import dev.berth.cli.Group;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.flow.OpenFlow.Opened;
import dev.berth.failure.Failure;
import dev.berth.flow.FeatureId;

import java.util.Optional;

/// `berth flow plan`: what is to be done, and whether somebody agreed to it.
final class PlanCommands {
    private PlanCommands() {}

    static Group group() {
        return Group.of(
                "plan",
                "Says what is to be done.",
                FlowVerb.of(
                        () ->
                                Spec.of("add", "Puts a feature at the end of the plan.")
                                        .argument("TITLE", "what is to be done")
                                        .value("--id", "ID", "its short name (default: f1, f2, …)")
                                        .example("berth flow plan add \"Read the old format\""),
                        PlanCommands::add),
                FlowVerb.of(
                        () ->
                                Spec.of("edit", "Changes a feature's title.")
                                        .argument("ID", "the feature")
                                        .required("--title", "TITLE", "the new title")
                                        .example("berth flow plan edit f1 --title \"Read both\""),
                        PlanCommands::edit),
                FlowVerb.of(
                        () ->
                                Spec.of(
                                        "approve",
                                        "Agrees to the plan as it stands; a change of it asks again."),
                        (_, opened) ->
                                FlowCommands.change(
                                        opened,
                                        "approved",
                                        (session, now) -> session.approved(now))));
    }

    private static Reply add(Given given, Opened opened) throws Failure {
        Optional<FeatureId> id =
                given.optional("--id").isPresent()
                        ? Optional.of(FeatureId.parse(given.text("--id")))
                        : Optional.empty();
        return FlowCommands.change(
                opened, "added", (session, now) -> session.adding(id, given.text("TITLE"), now));
    }

    private static Reply edit(Given given, Opened opened) throws Failure {
        var id = FeatureId.parse(given.text("ID"));
        return FlowCommands.change(
                opened,
                "edited " + id,
                (session, now) -> session.editing(id, given.text("--title"), now));
    }
}
