package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

final class ReadFile implements Verb {
    @Override
    public Spec spec() {
        return Remote.options(
                        Named.argument(
                                        Spec.of(
                                                "cat",
                                                "Writes a file of a session to standard output."))
                                .argument(Remote.PATH, "which file"))
                .example("berth files cat parser src/main.c");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var remote = Remote.of(given, world);
        String path = Remote.file(given);
        var api = remote.session().api();
        try (var answer = api.open(remote.address(path), remote.query())) {
            if (answer.isJson()) {
                throw new Failure.Refused(
                        path + " is a folder", "see it with `berth files ls`, or download it");
            }
            if (!given.flag("--json")) {
                answer.bytes().transferTo(world.out());
                world.out().flush();
                return Reply.none();
            }
            return Reply.lines(json(remote, path, answer.bytes().readAllBytes()));
        } catch (IOException broken) {
            throw api.cut(broken);
        }
    }

    private static Json.Obj json(Remote remote, String path, byte[] content) {
        var fields =
                Json.object()
                        .put("volume", remote.volume().label())
                        .put("path", path)
                        .put("size", content.length);
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
            fields.put("content", text.toString());
        } catch (CharacterCodingException binary) {
            fields.put("content_base64", Base64.getEncoder().encodeToString(content));
        }
        return fields.build();
    }
}
