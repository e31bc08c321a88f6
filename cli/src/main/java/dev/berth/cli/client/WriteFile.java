package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.cli.disk.Source;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;

final class WriteFile implements Verb {
    @Override
    public Spec spec() {
        return Remote.options(
                        Named.argument(Spec.of("put", "Writes a file into a session."))
                                .argument(Remote.PATH, "where it goes, such as notes/today")
                                .optionalArgument(
                                        "FILE", "what to write; - or nothing is standard input"))
                .value(
                        "--if-match",
                        "HASH",
                        "only in place of this content (SHA-256), or of any: *")
                .flag("--new", "only where nothing lies yet")
                .example("echo hello | berth files put parser notes/today -")
                .example("berth files put parser habits.md mine.md --volume memory");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var headers = Remote.conditions(given);
        if (given.flag("--new")) {
            if (!headers.isEmpty()) {
                throw new Failure.Malformed(
                        "--new and --if-match contradict each other", "give one of them");
            }
            headers.put("If-None-Match", "*");
        }
        String path = Remote.file(given);
        var remote = Remote.of(given, world);
        String file = given.optional("FILE").orElse("-");
        if (file.equals("-")) return put(remote, path, world.in(), headers);
        try (var source = Source.open(world, world.path(file))) {
            if (source.isExecutable()) headers.put(Api.EXECUTABLE, "true");
            return put(remote, path, source.stream(), headers);
        }
    }

    private static Reply put(
            Remote remote, String path, InputStream content, Map<String, String> headers)
            throws Failure {
        var body = BodyPublishers.ofInputStream(() -> content);
        Json.Obj written =
                remote.session().api().put(remote.address(path), remote.query(), body, headers);
        String where = "%s in %s".formatted(path, remote.volume().label());
        return Reply.lines(
                written, "wrote %s, %d bytes".formatted(where, Fields.number(written, "size")));
    }
}
