package dev.berth.cli.depot;

import dev.berth.cli.Exit;
import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.copy.Copied;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Optional;

final class CopyDepot implements Verb {
    private static final String SESSION = "--session";

    @Override
    public Spec spec() {
        var spec =
                Spec.of("copy", "Copies checkpoints to another depot, as far as it lacks them.")
                        .argument(Copying.FROM, OpenedDepot.HELP)
                        .argument(Copying.TO, "another one, which has to be there")
                        .value(SESSION, "ID", "those of one session");
        return Copying.option(OpenedDepot.options(spec))
                .example("berth depot copy depot s3://bucket/depot --session ses_1");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var session = given.optional(SESSION);
        Optional<SessionId> wanted =
                session.isPresent()
                        ? Optional.of(SessionId.parse(session.get()))
                        : Optional.empty();
        try (var from = OpenedDepot.atHand(Copying.from(given), world);
                var to = OpenedDepot.target(Copying.to(given), world, !Copying.hasKey(given));
                var bar = Bar.ofBytes(world, "Copying")) {
            Copying.requireTwo(given, world, from, to);
            from.requireTenant();
            if (wanted.isPresent()) from.requireSession(wanted.get());
            var copied =
                    from.tenant()
                            .copyingTo(to.tenant(), Copying.readers(given))
                            .run(wanted, bar.telling());
            return new Answer(copied);
        }
    }

    private record Answer(Copied copied) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .putTexts(
                            "checkpoints",
                            copied.brought().stream().map(each -> each.id().value()).toList())
                    .put("copied", copied.brought().size())
                    .put("present", copied.there())
                    .putTexts(
                            "given_up", copied.givenUp().stream().map(CheckpointId::value).toList())
                    .putTexts("failed", copied.left().stream().map(Answer::line).toList())
                    .put("new_bytes", copied.newBytes())
                    .put("stored_bytes", copied.storedBytes())
                    .build();
        }

        @Override
        public void show(Page page) {
            page.line(
                    "copied %s, %s new; %d were there already"
                            .formatted(
                                    Shown.count(copied.brought().size(), "checkpoint"),
                                    Shown.bytes(copied.newBytes()),
                                    copied.there()));
            if (!copied.givenUp().isEmpty()) {
                page.line(
                        "not copied, since they were forgotten there: "
                                + String.join(
                                        ", ",
                                        copied.givenUp().stream()
                                                .map(CheckpointId::value)
                                                .toList()));
            }
            for (var left : copied.left()) page.line("cannot be copied: " + line(left));
        }

        private static String line(Copied.Left left) {
            return "%s of session %s: %s; %s"
                    .formatted(
                            left.entry().id(),
                            left.entry().session(),
                            left.why().what(),
                            left.why().advice());
        }

        /// Damage counts most, then a key that is missing.
        @Override
        public int exitCode() {
            int code = 0;
            for (var left : copied.left()) {
                int its = Exit.of(left.why());
                if (left.why() instanceof Failure.Damaged) return its;
                code = Math.max(code, its);
            }
            return code;
        }
    }
}
