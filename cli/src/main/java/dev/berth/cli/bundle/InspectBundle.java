package dev.berth.cli.bundle;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.ManifestText;
import dev.berth.bundle.receive.Receive.Received;
import dev.berth.bundle.ship.Departure;
import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

final class InspectBundle implements Verb {
    @Override
    public Spec spec() {
        return Berths.signer(
                Spec.of("inspect", "Shows what a bundle says of itself, without unpacking it.")
                        .argument(Berths.BUNDLE, Berths.BUNDLE_HELP)
                        .flag("--files", "every file in it")
                        .example("berth bundle inspect demo.wbundle --files"));
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        String typed = given.text(Berths.BUNDLE);
        var terms = Berths.terms(given, true);
        var files = new ArrayList<BundledFile>();
        boolean list = given.flag("--files");
        try (var lanes = Lanes.inline()) {
            var received =
                    Berths.receive(world, lanes)
                            .inspect(
                                    world.path(typed),
                                    terms,
                                    file -> {
                                        if (list) files.add(file);
                                    });
            return new Inspected(typed, received, list, files, terms.signer().isPresent());
        }
    }

    private record Inspected(
            String bundle, Received received, boolean list, List<BundledFile> files, boolean pinned)
            implements Reply {
        @Override
        public Json.Obj json() {
            var fields = Json.object().put("bundle", bundle).put("bundle_bytes", received.bytes());
            fields.putAll(ManifestText.json(received.manifest()));
            fields.put("holds", Departure.tallies(received.volumes())).put("pinned", pinned);
            if (list) fields.put("files", files.stream().map(Inspected::json).toList());
            return fields.build();
        }

        private static Json.Obj json(BundledFile file) {
            var entry = file.entry();
            return Json.object()
                    .put("path", entry.path().value())
                    .put("volume", file.volume().label())
                    .put("type", entry.kind().label())
                    .put("mode", entry.kind().mode())
                    .put("size", entry.size())
                    .put(
                            "mtime",
                            Instant.ofEpochSecond(entry.modifiedSeconds(), entry.modifiedNanos()))
                    .put("sha256", file.hash().hex())
                    .build();
        }

        @Override
        public void show(Page page) {
            var manifest = received.manifest();
            page.heading("%s (%s)".formatted(manifest.id(), Shown.bytes(received.bytes())));
            page.line(Facts.words(received.volumes()));
            page.line(Facts.alleged(manifest));
            page.line(Facts.trust(received, pinned));
            page.line(
                    "made by %s; newest file of %s"
                            .formatted(
                                    Shown.oneLine(manifest.producer()),
                                    Instant.ofEpochSecond(manifest.created())));
            if (list) page.table(table());
            page.line("The files themselves were not read; `berth bundle verify` does that.");
        }

        private Table table() {
            var table = Table.of("file", "#bytes", "type", "sha256");
            for (var file : files) {
                table.row(
                        file.volume().label() + file.entry().path().value(),
                        String.valueOf(file.entry().size()),
                        file.entry().kind().label(),
                        file.hash().hex());
            }
            return table;
        }
    }
}
