package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Map;

final class DownloadFolder implements Verb {
    @Override
    public Spec spec() {
        return FilePath.volume(
                        Named.argument(
                                        Spec.of(
                                                "download",
                                                "Fetches a file, or a folder as an archive."))
                                .argument("TARGET", "the file to make; .zip or .tar for a folder")
                                .optionalArgument(
                                        FilePath.PATH, "what to fetch; everything by default"))
                .example("berth files download parser work.zip")
                .example("berth files download parser main.c src/main.c");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var target = new Download(world, world.path(given.text("TARGET")));
        target.refuseExisting();
        String path = given.optional(FilePath.PATH).orElse("");
        var from = FilePath.of(given, world, path);
        var api = from.session().api();
        String name = target.path().toString();
        boolean isFolder = path.isEmpty() || isFolder(from);
        var query = isFolder ? from.query("archive", kind(name)) : from.query();
        long bytes = target.keep(api, api.bytes(from.route(), query, Map.of()));
        return Reply.lines(
                Json.object().put("path", name).put("bytes", bytes).build(),
                "%s: %s".formatted(name, Amounts.bytes(bytes)));
    }

    /// Asked of the folder above, which costs no byte of a file.
    private static boolean isFolder(FilePath path) throws Failure {
        int slash = path.typed().lastIndexOf('/');
        var above =
                new FilePath(
                        path.session(),
                        path.typed().substring(0, Math.max(0, slash)),
                        path.query());
        String name = path.typed().substring(slash + 1);
        if (name.isEmpty()) return true;
        var listing = path.session().api().get(above.route(), above.query());
        return Fields.objects(listing, "entries").stream()
                .anyMatch(
                        entry ->
                                Fields.text(entry, "name").equals(name)
                                        && Fields.text(entry, "type").equals("folder"));
    }

    private static String kind(String target) throws Failure {
        if (target.endsWith(".zip")) return "zip";
        if (target.endsWith(".tar")) return "tar";
        throw new Failure.Malformed(
                "a folder becomes an archive, and %s is neither .zip nor .tar".formatted(target),
                "name the target so");
    }
}
