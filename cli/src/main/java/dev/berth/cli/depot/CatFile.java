package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Browsing;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

final class CatFile implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("cat", "Writes a file of a checkpoint to standard output.")
                                .argument("ID", "a checkpoint, `latest`, or a session")
                                .argument("PATH", "which file"))
                .example("berth depot cat depot latest src/main.c");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.atHand(given, world)) {
            var checkpoint = opened.tenant().find(given.text("ID"));
            String typed = given.text("PATH");
            var path = TreePath.parse(typed, checkpoint);
            try (var browsing = opened.tenant().browse(checkpoint)) {
                var file = file(browsing, path, typed);
                if (given.flag("--json")) return json(browsing, file, typed);
                browsing.read(
                        file, (bytes, offset, length) -> world.out().write(bytes, offset, length));
                world.out().flush();
                return Reply.none();
            }
        }
    }

    private static TreeEntry.File file(Browsing browsing, TreePath path, String typed)
            throws Failure {
        var entry = browsing.entry(path.volume(), path.names());
        if (entry.isPresent() && entry.get() instanceof TreeEntry.File file) return file;
        if (entry.isEmpty() && !path.names().isEmpty()) {
            throw new Failure.NotFound(
                    "there is no %s in that checkpoint".formatted(typed), "see `berth depot show`");
        }
        throw new Failure.Refused(typed + " is no file", "list a folder with `berth depot show`");
    }

    private static Reply json(Browsing browsing, TreeEntry.File file, String typed) throws Failure {
        var content = new ByteArrayOutputStream();
        browsing.read(file, content::write);
        var fields = Json.object().put("path", typed).put("size", file.size());
        try {
            var text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(content.toByteArray()));
            fields.put("content", text.toString());
        } catch (CharacterCodingException binary) {
            fields.put("content_base64", Base64.getEncoder().encodeToString(content.toByteArray()));
        }
        return Reply.lines(fields.build(), "");
    }
}
