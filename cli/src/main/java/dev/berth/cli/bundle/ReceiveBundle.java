package dev.berth.cli.bundle;

import dev.berth.bundle.ManifestText;
import dev.berth.bundle.ship.Departure;
import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.List;

/// `berth receive`.
public final class ReceiveBundle implements Verb {
    public static final String SUMMARY = "Makes a disk of a bundle, and trusts nothing in it.";

    private static final String DISK = "DISK";
    private static final List<String> FILE_ENDINGS = List.of(".sqlite", ".sqlite3", ".db");

    @Override
    public Spec spec() {
        return Berths.signer(
                Spec.of("receive", SUMMARY)
                        .argument(Berths.BUNDLE, Berths.BUNDLE_HELP)
                        .argument(DISK, "the new disk: a folder, or a file when it ends in .sqlite")
                        .flag("--with-git", "take git repositories, which can run code")
                        .example("berth receive demo.wbundle demo")
                        .example("berth receive demo.wbundle demo.sqlite"));
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var bundle = world.path(given.text(Berths.BUNDLE));
        String typed = given.text(DISK);
        var terms = Berths.terms(given, given.flag("--with-git"));
        boolean file = FILE_ENDINGS.stream().anyMatch(typed::endsWith);
        try (var lanes = Berths.lanes();
                var bar = new Bar(world, "Receiving")) {
            var receive = Berths.receive(world, lanes);
            var target = world.path(typed);
            var received =
                    file
                            ? receive.intoFile(bundle, target, terms, bar)
                            : receive.intoTree(bundle, target, terms, bar);
            boolean pinned = terms.signer().isPresent();
            return Reply.lines(
                    Json.object()
                            .put("disk", typed)
                            .put("form", file ? "file" : "tree")
                            .putAll(ManifestText.json(received.manifest()))
                            .put("received", Departure.tallies(received.volumes()))
                            .put("pinned", pinned)
                            .build(),
                    "received %s into %s: %s"
                            .formatted(
                                    received.manifest().id(),
                                    typed,
                                    Facts.words(received.volumes())),
                    Facts.alleged(received.manifest()),
                    Facts.trust(received, pinned));
        }
    }
}
