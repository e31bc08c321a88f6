package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.util.Base64;
import java.util.Map;

final class CatSessionFile implements Verb {
    private static final Map<String, String> BYTES = Map.of("Accept", "application/octet-stream");

    @Override
    public Spec spec() {
        return FilePath.volume(
                        Named.argument(Spec.of("cat", "Writes a file to standard output."))
                                .argument(FilePath.PATH, "the file"))
                .example("berth files cat parser src/main.c");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var file = FilePath.of(given, world, given.text(FilePath.PATH));
        var api = file.session().api();
        try (var bytes = api.bytes(file.route(), file.query(), BYTES)) {
            if (!given.flag("--json")) {
                bytes.transferTo(world.out());
                world.out().flush();
                return Reply.none();
            }
            byte[] content = bytes.readAllBytes();
            return Reply.lines(
                    Json.object()
                            .put("path", file.typed())
                            .put("size", content.length)
                            .put("content_base64", Base64.getEncoder().encodeToString(content))
                            .build());
        } catch (IOException cut) {
            throw api.cut(cut);
        }
    }
}
