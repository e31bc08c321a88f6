package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Upkeep;
import dev.berth.depot.verify.Verdict;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.List;

final class VerifyDepot implements Verb {
    private static final int DAMAGED = 12;
    private static final int WRONG_KEY = 18;

    @Override
    public Spec spec() {
        return OpenedDepot.optionsOfAll(
                        OpenedDepot.spec("verify", "Looks whether everything is as it was stored.")
                                .flag("--read-data", "read and check every byte"))
                .example("berth depot verify depot --read-data");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        boolean readData = given.flag("--read-data");
        try (var opened = OpenedDepot.open(given, world);
                var bar =
                        readData
                                ? Bar.ofBytes(world, "Verifying")
                                : Bar.ofFiles(world, "Verifying")) {
            var verdict = new Upkeep(opened.depot()).verify(readData, bar.telling());
            return new Answer(verdict, readData);
        }
    }

    private static final String ADVICE =
            "bring damaged objects back from a copy of the depot; or, where the tree is still at hand,"
                    + " move damaged packs out of the depot and snapshot the tree again, and then"
                    + " `berth depot collect`: what is lost is stored anew, for older checkpoints"
                    + " too";

    private record Answer(Verdict verdict, boolean readData) implements Reply {
        @Override
        public Json.Obj json() {
            var keys = Json.object();
            verdict.bytesByKey().forEach(keys::put);
            return Json.object()
                    .put("whole", verdict.isWhole())
                    .put("checkpoints", verdict.checkpoints())
                    .put("files", verdict.files())
                    .put("packs", verdict.packs())
                    .put("bytes_read", verdict.bytesRead())
                    .putTexts("damaged", verdict.objects())
                    .putTexts("closed", verdict.closed())
                    .put("lost", Json.array(verdict.lost().stream().map(Answer::lost).toList()))
                    .putTexts("advice", verdict.lost().isEmpty() ? List.of() : List.of(ADVICE))
                    .put("data_keys", keys)
                    .put("former_key_bytes", verdict.formerKeyBytes())
                    .build();
        }

        private static Json.Obj lost(Verdict.Lost lost) {
            return Json.object()
                    .put("checkpoint", lost.checkpoint())
                    .put("path", lost.path())
                    .put("why", lost.why())
                    .build();
        }

        @Override
        public void show(Page page) {
            for (String line : verdict.objects()) page.line("damaged: " + line);
            for (String line : verdict.closed()) page.line("cannot be opened: " + line);
            for (var lost : verdict.lost()) {
                String what = lost.path().isEmpty() ? "everything in it" : lost.path();
                page.line("lost: %s %s (%s)".formatted(lost.checkpoint(), what, lost.why()));
            }
            if (!verdict.lost().isEmpty()) page.line(ADVICE);
            page.line(
                    "%s with %s in %s, %s read: %s"
                            .formatted(
                                    Shown.count(verdict.checkpoints(), "checkpoint"),
                                    Shown.count(verdict.files(), "file"),
                                    Shown.count(verdict.packs(), "pack"),
                                    Shown.bytes(verdict.bytesRead()),
                                    word()));
            boolean one = verdict.bytesByKey().size() < 2 && verdict.formerKeyBytes() == 0;
            if (one) return;
            verdict.bytesByKey()
                    .forEach((key, bytes) -> page.line(Shown.bytes(bytes) + " under key " + key));
            page.line(Shown.bytes(verdict.formerKeyBytes()) + " under former data keys");
        }

        @Override
        public int exitCode() {
            if (verdict.isWhole()) return 0;
            return isDamaged() ? DAMAGED : WRONG_KEY;
        }

        private boolean isDamaged() {
            return !verdict.objects().isEmpty() || !verdict.lost().isEmpty();
        }

        private String word() {
            if (verdict.isWhole()) return "whole";
            return isDamaged() ? "DAMAGED" : "KEYS ARE MISSING";
        }
    }
}
