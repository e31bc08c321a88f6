package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.vault.Slug;

final class CaptureNote implements Verb {
    @Override
    public Spec spec() {
        return OpenVault.vault(
                        Spec.of("capture", "Puts standard input into the inbox, as a new note."))
                .required("--slug", "WORD", "what it is about, such as idea-for-tests")
                .example("echo 'look into this' | berth vault capture ~/vault --slug idea");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var slug = Slug.parse(given.text("--slug"));
        try (var vault = OpenVault.open(given, world)) {
            byte[] bytes = OpenVault.input(world);
            var path = vault.capture(slug, bytes);
            return Reply.lines(
                    Json.object()
                            .put("path", path.text())
                            .put("hash", ContentHash.of(bytes).hex())
                            .put("size", bytes.length)
                            .build(),
                    path.toString());
        }
    }
}
