package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Session;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.CheckpointRow.Line;

import java.util.ArrayList;
import java.util.List;

/// Where a server that lost a session and its successors part. What lies in the folder of the
/// former belongs to what was said until then, and follows the point that was the last then: a fork
/// of it would otherwise remember turns that its files have not seen.
record Parting(Catalog catalog) {
    private static final int PAGE = 1_000;

    /// A session as a server left it, and the number of its last event then.
    record Left(Session session, long seq) {}

    /// As it was left in `folder`. Each takeover from another node counts folders up and says so;
    /// where that is not among the events, as it is now.
    Left of(Session now, long folder) throws Failure {
        var here = now.living(now.life().inFolder(folder));
        long last = catalog.lastSeq(now.key());
        var ways = ways(here, last);
        long takeovers = now.life().folder() - folder;
        if (takeovers < 1 || takeovers > ways.size()) return new Left(here, last);
        return ways.get(ways.size() - (int) takeovers);
    }

    /// The session before each takeover, in order.
    private List<Left> ways(Session here, long last) throws Failure {
        var ways = new ArrayList<Left>();
        var session = here.living(here.life().headless());
        long after = 0;
        while (after < last) {
            var page = catalog.events(here.key(), after, PAGE);
            if (page.isEmpty()) break;
            for (var event : page) {
                if (isTakeover(event)) ways.add(new Left(session, event.seq() - 1));
                if (isHead(event)) {
                    String head = event.text("checkpoint");
                    session = session.living(session.life().headed(head, event.number("seq")));
                }
            }
            after = page.getLast().seq();
        }
        return ways;
    }

    private static boolean isTakeover(Event event) {
        return event.type() == EventType.STATE
                && event.text("why").equals(TakingOver.FROM_THE_DEAD);
    }

    private static boolean isHead(Event event) {
        return event.type() == EventType.CHECKPOINT && event.text("line").equals(Line.MAIN.label());
    }
}
