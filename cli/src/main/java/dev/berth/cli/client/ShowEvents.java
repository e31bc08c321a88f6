package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Map;

final class ShowEvents implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(Spec.of("events", "Shows what happened in a session."))
                .value("--after", "SEQ", "only what came after this number", "0")
                .flag("--follow", "go on as more happens; with --json a line each")
                .example("berth sessions events parser --follow");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        long after = given.number("--after", 0, Long.MAX_VALUE).orElseThrow();
        boolean json = given.flag("--json");
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
}
