package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class UploadFiles implements Verb {
    @Override
    public Spec spec() {
        return FilePath.volume(
                        Named.argument(
                                        Spec.of(
                                                "upload",
                                                "Sends files and folders, all of them or none."))
                                .arguments("FILES", "what to send; a folder goes with all in it"))
                .example("berth files upload parser src README.md");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var parts = new ArrayList<Multipart.Part>();
        for (String typed : given.texts("FILES")) {
            var path = world.path(typed);
            gather(world, path, parts);
        }
        if (parts.isEmpty()) {
            throw new Failure.Malformed("no files to send", "name files or folders");
        }
        var target = FilePath.of(given, world, "");
        var body = new Multipart(parts);
        var answer =
                target.session()
                        .api()
                        .upload(
                                target.session().path("/upload"),
                                target.query(),
                                body.publisher(),
                                body.type());
        return Reply.lines(
                answer, "%d %s sent".formatted(parts.size(), parts.size() == 1 ? "file" : "files"));
    }

    private static void gather(World world, Path path, List<Multipart.Part> parts) throws Failure {
        var place = Place.of(path);
        try (var folder = world.files().open(place.folder())) {
            gather(folder, place.name(), path, place.name().toString(), parts);
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    private static void gather(
            Folder in, Name name, Path path, String shown, List<Multipart.Part> parts)
            throws Failure, FileFault {
        var stat = in.stat(name);
        if (stat.isEmpty()) {
            throw new Failure.NotFound("there is no " + path, "check the name");
        }
        if (stat.get().isFile()) {
            parts.add(new Multipart.Part(shown, path));
            return;
        }
        if (!stat.get().isFolder()) {
            throw new Failure.Refused(path + " is neither a file nor a folder", "leave it out");
        }
        try (var folder = in.folder(name)) {
            for (var entry : folder.list()) {
                String next = entry.name().toString();
                gather(folder, entry.name(), path.resolve(next), shown + "/" + next, parts);
            }
        }
    }
}
