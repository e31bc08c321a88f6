package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.stats.Stats;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

final class ShowStats implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("stats", "Tells how much is stored, and what for."))
                .example("berth depot stats depot --json");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.open(given, world)) {
            opened.requireTenant();
            return new Told(opened.tenant().stats());
        }
    }

    private record Told(Stats stats) implements Reply {
        @Override
        public Json.Obj json() {
            var checkpoints = new ArrayList<Json.Obj>();
            for (var each : stats.checkpoints()) {
                checkpoints.add(
                        Json.object()
                                .put("checkpoint", each.checkpoint().id().value())
                                .put("session_id", each.checkpoint().session().value())
                                .put("logical_bytes", each.checkpoint().bytes())
                                .put("freeable_bytes", each.freeableBytes())
                                .build());
            }
            var sessions = new ArrayList<Json.Obj>();
            for (var each : sessions().entrySet()) {
                sessions.add(
                        Json.object()
                                .put("session_id", each.getKey())
                                .put("checkpoints", each.getValue().checkpoints())
                                .put("logical_bytes", each.getValue().logicalBytes())
                                .put("freeable_bytes", each.getValue().freeableBytes())
                                .build());
            }
            return Json.object()
                    .put("logical_bytes", stats.logicalBytes())
                    .put("unique_bytes", stats.uniqueBytes())
                    .put("stored_bytes", stats.storedBytes())
                    .put("reclaimable_bytes", stats.reclaimableBytes())
                    .put("objects", stats.objects())
                    .put("chunks", stats.chunks())
                    .put("sessions", Json.array(sessions))
                    .put("checkpoints", Json.array(checkpoints))
                    .build();
        }

        @Override
        public void show(Page page) {
            page.line("logical      " + Shown.bytes(stats.logicalBytes()));
            page.line("unique       " + Shown.bytes(stats.uniqueBytes()));
            page.line(
                    "stored       %s in %s"
                            .formatted(
                                    Shown.bytes(stats.storedBytes()),
                                    Shown.count(stats.objects(), "object")));
            page.line("reclaimable  " + Shown.bytes(stats.reclaimableBytes()));
            if (stats.checkpoints().isEmpty()) return;
            page.blank();
            var table = Table.of("SESSION", "#CHECKPOINTS", "#LOGICAL", "#DELETING FREES");
            sessions()
                    .forEach(
                            (session, own) ->
                                    table.row(
                                            session,
                                            Long.toString(own.checkpoints()),
                                            Shown.bytes(own.logicalBytes()),
                                            Shown.bytes(own.freeableBytes())));
            page.table(table);
            page.blank();
            var each = Table.of("CHECKPOINT", "SESSION", "#LOGICAL", "#DELETING FREES");
            for (var row : stats.checkpoints()) {
                each.row(
                        row.checkpoint().id().value(),
                        row.checkpoint().session().value(),
                        Shown.bytes(row.checkpoint().bytes()),
                        Shown.bytes(row.freeableBytes()));
            }
            page.table(each);
        }

        private Map<String, Stats.OfSession> sessions() {
            var sorted = new TreeMap<String, Stats.OfSession>();
            for (SessionId session : stats.sessions().keySet()) {
                sorted.put(session.value(), stats.sessions().get(session));
            }
            return sorted;
        }
    }
}
