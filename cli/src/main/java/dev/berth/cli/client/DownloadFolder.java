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
                                .argument(FilePath.PATH, "what to fetch; / for everything")
                                .optionalArgument(
                                        "TARGET", "the file to make; .zip or .tar for a folder"))
                .example("berth files download parser src/main.c")
                .example("berth files download parser / work.zip");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var from = FilePath.of(given, world, given.text(FilePath.PATH));
        boolean isFolder = isFolder(from);
        var typed = given.optional("TARGET");
        var target = new Download(world, world.path(typed.orElse(usual(from, isFolder))));
        target.refuseExisting();
        String name = target.path().toString();
        var api = from.session().api();
        var query = isFolder ? from.query("archive", kind(name)) : from.query();
        long bytes = target.keep(api, api.bytes(from.route(), query, Map.of()));
        return Reply.lines(
                Json.object().put("path", name).put("bytes", bytes).build(),
                "%s: %s".formatted(name, Amounts.bytes(bytes)));
    }

    /// As it is called there, in the folder we are in.
    private static String usual(FilePath from, boolean isFolder) {
        String path = from.typed().replaceAll("/+$", "");
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.isEmpty()) name = from.session().id();
        return isFolder ? name + ".zip" : name;
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
