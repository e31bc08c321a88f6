package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.events.TranscriptFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

final class ShowEvents implements Verb {
    private static final String TEXT = "text";
    private static final List<String> FORMATS =
            Stream.concat(Stream.of(TEXT), TranscriptFormat.labels().stream()).toList();

    @Override
    public Spec spec() {
        return Named.argument(Spec.of("events", "Shows what happened in a session."))
                .value("--after", "SEQ", "only what came after this number", "0")
                .flag("--follow", "go on as more happens; with --json a line each")
                .choice(
                        "--format",
                        "FORMAT",
                        "the whole as json, markdown or org text, to keep or to read elsewhere",
                        TEXT,
                        FORMATS)
                .example("berth sessions events parser --follow")
                .example("berth sessions events parser --format markdown > parser.md");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        long after = given.number("--after", 0, Long.MAX_VALUE).orElseThrow();
        String format = given.text("--format");
        boolean json = given.flag("--json");
        if (!format.equals(TEXT)) return transcript(given, world, format, after);
        var session = Named.of(given, world);
        var telling = new Telling(world);
        if (given.flag("--follow")) {
            new EventStream(session, after)
                    .follow(
                            event -> {
                                if (json) world.out().println(event.compact());
                                else telling.tell(event);
                                world.out().flush();
                                return true;
                            });
            return Reply.none();
        }
        var all = new ArrayList<Json.Obj>();
        while (true) {
            var query = Map.of("after", String.valueOf(after));
            var page = Fields.objects(session.api().get(session.path("/events"), query), "events");
            if (page.isEmpty()) break;
            after = Fields.number(page.getLast(), "seq");
            if (json) all.addAll(page);
            else page.forEach(telling::tell);
        }
        if (!json) return Reply.none();
        return Reply.lines(Json.object().put("events", Json.array(all)).build());
    }

    private static Reply transcript(Given given, World world, String format, long after)
            throws Failure {
        if (given.flag("--follow")) {
            throw new Failure.Malformed(
                    "a transcript in a format is what there is by now", "leave --follow away");
        }
        if (!FORMATS.contains(format)) {
            throw new Failure.Malformed(
                    "there is no such format", "use one of " + String.join(", ", FORMATS));
        }
        var session = Named.of(given, world);
        var query = Map.of("format", format, "after", String.valueOf(after));
        try (var text = session.api().bytes(session.path("/transcript"), query, Map.of())) {
            if (given.flag("--json") && !format.equals("json")) {
                var whole = new String(text.readAllBytes(), StandardCharsets.UTF_8);
                return Reply.lines(
                        Json.object().put("format", format).put("transcript", whole).build());
            }
            text.transferTo(world.out());
            world.out().flush();
            return Reply.none();
        } catch (IOException broken) {
            throw session.api().cut(broken);
        }
    }
}
