package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.failure.Failure;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;

final class PutSessionFile implements Verb {
    @Override
    public Spec spec() {
        return FilePath.volume(
                        Named.argument(Spec.of("put", "Writes a file, whole or not at all."))
                                .argument(FilePath.PATH, "the file in the session")
                                .optionalArgument(
                                        "FILE", "what to write; standard input by default"))
                .value("--if-match", "HASH", "only where the file is this one now")
                .flag("--new", "only where there is none yet")
                .example("berth files put parser notes.md < notes.md");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var body = body(given, world);
        var headers = new LinkedHashMap<String, String>();
        given.optional("--if-match").ifPresent(hash -> headers.put("If-Match", quoted(hash)));
        if (given.flag("--new")) headers.put("If-None-Match", "*");
        var file = FilePath.of(given, world, given.text(FilePath.PATH));
        var kept = file.session().api().put(file.route(), file.query(), body, headers);
        return Reply.lines(kept, file.typed() + " is written");
    }

    private static String quoted(String hash) {
        return hash.startsWith("\"") ? hash : '"' + hash + '"';
    }

    private static BodyPublisher body(Given given, World world) throws Failure {
        var typed = given.optional("FILE").filter(name -> !name.equals("-"));
        if (typed.isEmpty()) return BodyPublishers.ofInputStream(world::in);
        var path = world.path(typed.get());
        try {
            return BodyPublishers.ofFile(path);
        } catch (FileNotFoundException absent) {
            throw new Failure.NotFound("there is no file " + path, "check the name")
                    .because(absent);
        }
    }
}
