package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Progress;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.cli.bundle.Going;
import dev.berth.cli.bundle.PreviewReply;
import dev.berth.disk.moving.Stage;
import dev.berth.durable.FileFault;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

final class ShipSession implements Verb {
    private static final String BUNDLE = "BUNDLE";
    private static final String ALLOW = "--allow-secret";
    private static final int PIECE = 1 << 16;
    private static final int PUBLIC_MODE = 0644;
    private static final int PRIVATE_MODE = 0600;

    @Override
    public Spec spec() {
        return Named.argument(
                        Spec.of(
                                "ship",
                                "Makes a bundle of a session: the work, never the session."))
                .optionalArgument(BUNDLE, "the new .wbundle file")
                .flag("--dry-run", "say what would travel and what not; write nothing")
                .flag("--include-private", "memory and tmp travel too")
                .flag("--with-git", "git repositories travel too")
                .values(ALLOW, "PATH:LINE", "this is no secret; may be repeated")
                .flag("--no-scan", "do not look for secrets")
                .flag("--sign", "sign it with the tenant's key, which the server keeps")
                .example("berth sessions ship parser --dry-run")
                .example("berth sessions ship parser parser.wbundle --sign");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        boolean dry = given.flag("--dry-run");
        if (!dry && given.optional(BUNDLE).isEmpty()) {
            throw new Failure.Malformed(
                    "the bundle to make is not named",
                    "name it, such as %s.wbundle, or ask with --dry-run"
                            .formatted(given.text(Named.SESSION)));
        }
        var session = Named.of(given, world);
        if (!dry) return fetch(session, given, world);
        var departure =
                Departures.read(session.post("/ship", body(given).put("dry_run", true).build()));
        Going.warn(departure, world);
        return new PreviewReply(departure);
    }

    private static JsonFields body(Given given) {
        var body = Json.object();
        for (String flag : List.of("--include-private", "--with-git", "--no-scan", "--sign")) {
            if (given.flag(flag)) body.put(flag.substring(2).replace('-', '_'), true);
        }
        List<String> allowed = given.values(ALLOW);
        if (!allowed.isEmpty()) body.putTexts("allow_secret", allowed);
        return body;
    }

    /// Whole and durable under its name when this returns, or absent.
    private static Reply fetch(Named session, Given given, World world) throws Failure {
        String typed = given.optional(BUNDLE).orElseThrow();
        var target = world.path(typed);
        try (var stage = Stage.beside(world.files(), target)) {
            if (stage.targetExists()) {
                throw new Failure.Conflict(
                        typed + " is already there", "choose another name, or remove it", Map.of());
            }
            var answer = session.api().download(session.path("/ship"), body(given).build());
            long bytes = write(session.api(), answer, stage, world);
            stage.publishNewFile(given.flag("--include-private") ? PRIVATE_MODE : PUBLIC_MODE);
            return new ShippedReply(typed, bytes, summary(answer), header(answer, "Berth-Signer"));
        }
    }

    private static long write(Api api, HttpResponse<InputStream> answer, Stage stage, World world)
            throws Failure {
        long length = answer.headers().firstValueAsLong("Content-Length").orElse(0);
        try (var from = answer.body();
                var file = stage.builtFile();
                var bar = world.progress("Fetching", Progress.Unit.BYTES, length)) {
            var piece = new byte[PIECE];
            long position = 0;
            for (int count; (count = from.read(piece)) >= 0; position += count) {
                file.writeFully(MemorySegment.ofArray(piece).asSlice(0, count), position);
                bar.add(count);
            }
            return position;
        } catch (IOException broke) {
            throw api.cut(broke);
        } catch (FileFault fault) {
            throw fault.asFailure("the bundle");
        }
    }

    private static String header(HttpResponse<InputStream> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static Json.Obj summary(HttpResponse<InputStream> answer) {
        try {
            return StrictJson.read(header(answer, "Berth-Bundle").getBytes(StandardCharsets.UTF_8));
        } catch (JsonRefusal another) {
            return Json.object().build();
        }
    }
}
