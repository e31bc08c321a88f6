package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

final class GetFile implements Verb {
    @Override
    public Spec spec() {
        return Opened.volume(
                        Spec.of("get", "Writes a file of a disk to standard output.")
                                .argument(Opened.DISK, Opened.DISK_HELP)
                                .argument("PATH", "which file"))
                .example("berth disk get d.sqlite /note");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        Volume volume = Opened.volume(given);
        var path = VolumePath.parse(given.text("PATH"));
        try (var disk = Opened.disk(given, world)) {
            if (!given.flag("--json")) {
                disk.get(path, volume, world.out());
                return Reply.none();
            }
            byte[] content = disk.get(path, volume);
            var fields =
                    Json.object()
                            .put("volume", volume.label())
                            .put("path", path.value())
                            .put("size", content.length);
            try {
                var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
                fields.put("content", text.toString());
            } catch (CharacterCodingException binary) {
                fields.put("content_base64", Base64.getEncoder().encodeToString(content));
            }
            return onlyJson(fields.build());
        }
    }

    private static Reply onlyJson(Json.Obj json) {
        return new Reply() {
            @Override
            public Json.Obj json() {
                return json;
            }

            @Override
            public void show(Page page) {
                throw new IllegalStateException("the bytes are the answer");
            }
        };
    }
}
