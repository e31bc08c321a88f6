package dev.berth.cli.bundle;

import dev.berth.bundle.signing.KeyFolder;
import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.SystemRandom;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class ShowKey implements Verb {
    @Override
    public Spec spec() {
        return Berths.tenant(
                Spec.of("key", "Makes the key that bundles are signed with, and shows it.")
                        .example("berth bundle key --json"));
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var tenant = Berths.tenant(given);
        try (var keys = DataFolder.of(world).folder("keys")) {
            var kept = new KeyFolder(keys).findOrMake(tenant, SystemRandom.here());
            var key = kept.key().verifyKey();
            return Reply.lines(
                    Json.object()
                            .put("tenant", tenant.value())
                            .put("key_id", key.id())
                            .put("public_key", key.text())
                            .put("created", kept.isNew())
                            .build(),
                    "%s key of %s".formatted(kept.isNew() ? "new" : "the", tenant),
                    "key id      " + key.id(),
                    "public key  " + key.text(),
                    "Give one of these to whoever receives, for --signer.");
        }
    }
}
