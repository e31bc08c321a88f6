package dev.berth.cli.bundle;

import dev.berth.bundle.ManifestText;
import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class VerifyBundle implements Verb {
    @Override
    public Spec spec() {
        return Berths.signer(
                Spec.of("verify", "Proves every byte of a bundle and writes nothing.")
                        .argument(Berths.BUNDLE, Berths.BUNDLE_HELP)
                        .example("berth bundle verify demo.wbundle --signer key-…"));
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        String typed = given.text(Berths.BUNDLE);
        var terms = Berths.terms(given, true);
        try (var lanes = Berths.lanes();
                var bar = new Bar(world, "Verifying")) {
            var proven = Berths.receive(world, lanes).verify(world.path(typed), terms, bar);
            boolean pinned = terms.signer().isPresent();
            return Reply.lines(
                    Json.object()
                            .put("bundle", typed)
                            .put("verified", true)
                            .put("pinned", pinned)
                            .putAll(ManifestText.json(proven.manifest()))
                            .build(),
                    proven.manifest().id() + " is whole: " + Facts.words(proven.volumes()),
                    Facts.alleged(proven.manifest()),
                    Facts.trust(proven, pinned));
        }
    }
}
