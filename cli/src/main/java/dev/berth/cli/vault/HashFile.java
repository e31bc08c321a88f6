package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class HashFile implements Verb {
    @Override
    public Spec spec() {
        return OpenVault.vault(Spec.of("hash", "Says what a file holds now, for the next write."))
                .argument(OpenVault.PATH, "the file, from the vault's folder")
                .example("berth vault hash ~/vault PLAN.md");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var path = OpenVault.path(given);
        try (var vault = OpenVault.open(given, world)) {
            var hash = vault.hash(path);
            if (hash.isEmpty()) {
                throw new Failure.NotFound(
                        path + ": no such file in the vault",
                        "to write it for the first time, use --expect absent");
            }
            return Reply.lines(
                    Json.object().put("path", path.text()).put("hash", hash.get().hex()).build(),
                    hash.get().hex());
        }
    }
}
