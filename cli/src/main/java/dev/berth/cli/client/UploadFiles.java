package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Progress;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.failure.Failure;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;

final class UploadFiles implements Verb {
    @Override
    public Spec spec() {
        return Remote.options(
                        Named.argument(
                                        Spec.of(
                                                "upload",
                                                "Sends files and folders into a session, all of"
                                                        + " them or none."))
                                .arguments("SOURCE", "a file, or a folder with all that is in it"))
                .value("--to", "FOLDER", "where they go; the top of the volume without it")
                .example("berth files upload parser src README.md")
                .example("berth files upload parser data --to input");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var found = new Gathering(world, Remote.sound(given.optional("--to").orElse("")));
        for (String source : given.texts("SOURCE")) found.add(world.path(source));
        if (found.files().isEmpty()) {
            throw new Failure.Refused("there is no file in that", "name one that has some");
        }
        var remote = Remote.of(given, world);
        long bytes = found.files().stream().mapToLong(Gathering.Local::size).sum();
        try (var progress = world.progress("uploading", Progress.Unit.BYTES, bytes)) {
            var form = new Form(world, found.files(), progress);
            var body = BodyPublishers.ofInputStream(form::stream);
            var query = remote.query();
            var answer =
                    remote.session()
                            .api()
                            .form(remote.session().path("/upload"), query, body, form.type());
            var lines = new ArrayList<String>();
            lines.add("uploaded %d files, %d bytes".formatted(found.files().size(), bytes));
            for (var left : found.left()) lines.add(left.line());
            return Reply.lines(found.told(answer), lines.toArray(String[]::new));
        }
    }
}
