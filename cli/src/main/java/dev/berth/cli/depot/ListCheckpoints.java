package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;

final class ListCheckpoints implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("list", "Lists checkpoints, the oldest first.")
                                .value("--session", "ID", "those of one session"))
                .example("berth depot list depot --session ses_1");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.open(given, world)) {
            var checkpoints = opened.tenant().checkpoints();
            var session = given.optional("--session");
            var entries =
                    session.isPresent()
                            ? checkpoints.list(SessionId.parse(session.get()))
                            : checkpoints.list();
            var found = new ArrayList<Checkpoint>();
            var unreadable = new ArrayList<String>();
            for (var entry : entries) read(checkpoints, entry, found, unreadable);
            return new Listed(found, unreadable);
        }
    }

    /// One that cannot be read does not hide the others.
    private static void read(
            Checkpoints checkpoints,
            Checkpoints.Entry entry,
            List<Checkpoint> found,
            List<String> unreadable)
            throws Failure {
        try {
            found.add(checkpoints.read(entry));
        } catch (Failure.NotFound forgotten) {
            // Someone forgot it after the listing.
            assert !forgotten.what().isEmpty();
        } catch (Failure.Damaged damaged) {
            unreadable.add(entry.id() + ": " + damaged.what());
        } catch (Failure.WrongKey destroyed) {
            unreadable.add(entry.id() + ": " + destroyed.what());
        }
    }

    private record Listed(List<Checkpoint> checkpoints, List<String> unreadable) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put(
                            "checkpoints",
                            Json.array(checkpoints.stream().map(Replies::checkpoint).toList()))
                    .putTexts("unreadable", unreadable)
                    .build();
        }

        @Override
        public void show(Page page) {
            var table = Table.of("CHECKPOINT", "SESSION", "CREATED", "#FILES", "#SIZE");
            for (var each : checkpoints) {
                table.row(
                        each.id().value(),
                        each.session().value(),
                        each.created().toString(),
                        Long.toString(each.files()),
                        Shown.bytes(each.bytes()));
            }
            if (!table.isEmpty()) page.table(table);
            for (String line : unreadable) page.line("cannot be read: " + line);
        }
    }
}
