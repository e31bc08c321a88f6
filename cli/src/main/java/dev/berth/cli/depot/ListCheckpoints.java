package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.key.DomainName;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

final class ListCheckpoints implements Verb {
    private static final int DAMAGED = 12;
    private static final int WRONG_KEY = 18;

    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("list", "Lists checkpoints, the oldest first.")
                                .value("--session", "ID", "those of one session"))
                .example("berth depot list depot --session ses_1");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.atHand(given, world)) {
            opened.requireTenant();
            var checkpoints = opened.tenant().checkpoints();
            var session = given.optional("--session");
            if (session.isPresent()) opened.requireSession(SessionId.parse(session.get()));
            var entries =
                    session.isPresent()
                            ? checkpoints.list(SessionId.parse(session.get()))
                            : checkpoints.list();
            var destroyed = Set.copyOf(new Upkeep(opened.depot()).destroyed(opened.tenant()));
            var listed = new Listed(new ArrayList<>(), new ArrayList<>());
            for (var entry : entries) read(checkpoints, entry, destroyed, listed);
            return listed;
        }
    }

    /// One that cannot be read does not hide the others.
    private static void read(
            Checkpoints checkpoints,
            Checkpoints.Entry entry,
            Set<DomainName> destroyed,
            Listed listed)
            throws Failure {
        try {
            listed.checkpoints.add(checkpoints.read(entry));
        } catch (Failure.NotFound forgotten) {
            // Someone forgot it after the listing.
            assert !forgotten.what().isEmpty();
        } catch (Failure.Damaged damaged) {
            listed.unreadable.add(new Unreadable(entry.id(), damaged.what(), DAMAGED));
        } catch (Failure.WrongKey closed) {
            // Unreadable by request is no fault.
            boolean asked =
                    checkpoints.allegedDomain(entry, false).filter(destroyed::contains).isPresent();
            listed.unreadable.add(new Unreadable(entry.id(), closed.what(), asked ? 0 : WRONG_KEY));
        }
    }

    /// A checkpoint that is there and cannot be read, and the exit code that this deserves.
    private record Unreadable(CheckpointId id, String why, int code) {
        @Override
        public String toString() {
            return id + ": " + why;
        }
    }

    private record Listed(List<Checkpoint> checkpoints, List<Unreadable> unreadable)
            implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put(
                            "checkpoints",
                            Json.array(checkpoints.stream().map(Replies::checkpoint).toList()))
                    .putTexts("unreadable", unreadable.stream().map(Unreadable::toString).toList())
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
            for (var each : unreadable) page.line("cannot be read: " + each);
        }

        @Override
        public int exitCode() {
            return unreadable.stream().mapToInt(Unreadable::code).max().orElse(0);
        }
    }
}
