package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Upkeep;
import dev.berth.depot.collect.Collected;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class CollectDepot implements Verb {
    private static final int DAMAGED = 12;

    @Override
    public Spec spec() {
        return OpenedDepot.optionsOfAll(
                        OpenedDepot.spec(
                                        "collect",
                                        "Frees what no checkpoint refers to, of all tenants.")
                                .flag("--dry-run", "only say what would go"))
                .example("berth depot collect depot");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        boolean dry = given.flag("--dry-run");
        try (var opened = OpenedDepot.open(given, world);
                var bars = new CollectBars(world)) {
            var collected = new Upkeep(opened.depot()).collect(dry, bars);
            if (!dry) opened.settleHeads();
            return new Answer(collected, dry);
        }
    }

    private record Answer(Collected collected, boolean dry) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("dead_bytes", collected.deadBytes())
                    .put("freed_bytes", collected.freedBytes())
                    .put("copied_bytes", collected.copiedBytes())
                    .put("condemned_packs", collected.condemnedPacks())
                    .put("deleted_packs", collected.deletedPacks())
                    .put("dropped_pending", collected.droppedPending())
                    .put("leftovers", collected.leftovers())
                    .put("retired_keys", collected.retiredKeys())
                    .putTexts("unreadable", collected.unreadable())
                    .put("dry_run", dry)
                    .build();
        }

        @Override
        public void show(Page page) {
            if (dry) {
                page.line(
                        "%s in %s would go"
                                .formatted(
                                        Shown.bytes(collected.deadBytes()),
                                        Shown.count(collected.condemnedPacks(), "pack")));
                return;
            }
            page.line(
                    "freed %s in %s, stored %s of it anew"
                            .formatted(
                                    Shown.bytes(collected.freedBytes()),
                                    Shown.count(collected.deletedPacks(), "pack"),
                                    Shown.bytes(collected.copiedBytes())));
            if (collected.retiredKeys() > 0) {
                page.line(
                        "nothing is left under %s: gone"
                                .formatted(
                                        Shown.count(collected.retiredKeys(), "former data key")));
            }
            for (String line : collected.unreadable()) page.line("has to stay: " + line);
        }

        @Override
        public int exitCode() {
            return collected.unreadable().isEmpty() ? 0 : DAMAGED;
        }
    }
}
