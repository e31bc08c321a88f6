package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.snapshot.Outcome;
import dev.berth.depot.watch.TreeLook;
import dev.berth.depot.watch.Watch;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

final class WatchTree implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        SnapshotTree.source(
                                        OpenedDepot.spec(
                                                "watch",
                                                "Takes a checkpoint whenever a tree is quiet."))
                                .value("--quiet", "SECONDS", "how long nothing may change", "2")
                                .value("--every", "SECONDS", "at most one in that time", "30")
                                .value("--count", "N", "end after so many checkpoints"))
                .example("berth depot watch depot project --session ses_1 --every 60");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var quiet = Duration.ofSeconds(given.number("--quiet", 0, 86_400).orElse(2L));
        var every = Duration.ofSeconds(given.number("--every", 0, 86_400).orElse(30L));
        long count = given.number("--count", 1, Long.MAX_VALUE).orElse(Long.MAX_VALUE);
        try (var opened = OpenedDepot.open(given, world)) {
            var snapshots = Snapshots.of(opened, world, given);
            var lines = new Lines(world, given.flag("--json"));
            lines.begin(opened.tenant().checkpoints(), snapshots.session());
            var look =
                    new TreeLook(
                            world.files(),
                            snapshots.tree(),
                            given.values("--exclude"),
                            Memories.depot(given, world));
            // A look costs milliseconds, and a disk's spin is not worth more than one a second.
            var interval = Duration.ofMillis(Math.clamp(quiet.toMillis() / 2, 100, 1000));
            var pace = new Watch.Pace(quiet, every, interval, time -> lines.sleep(time, count));
            new Watch(look, () -> taken(snapshots, world), lines, pace, world.clock()).run();
            return Reply.none();
        }
    }

    private static Optional<Outcome> taken(Snapshots snapshots, World world) throws Failure {
        try (var bar = Bar.ofBytes(world, "Taking")) {
            return snapshots.takeIfChanged(bar.telling());
        }
    }

    /// Says every durable point as it comes: one line, or one object of JSON, for each, and at
    /// first the one that is there already. Whoever reads has the last durable point in the last
    /// line, whenever the watch ends and however.
    private record Lines(World world, boolean json, AtomicLong taken) implements Watch.Told {
        Lines(World world, boolean json) {
            this(world, json, new AtomicLong());
        }

        void begin(Checkpoints checkpoints, SessionId session) throws Failure {
            var entries = checkpoints.list(session);
            if (entries.isEmpty()) return;
            var last = checkpoints.read(entries.getLast());
            if (json) print(Replies.checkpoint(last));
            else {
                world.page()
                        .line(
                                "last durable point: checkpoint %s of %s"
                                        .formatted(last.id(), last.created()));
            }
            world.out().flush();
        }

        @Override
        public void durable(Outcome outcome) {
            taken.incrementAndGet();
            var reply = new SnapshotTree.Taken(outcome);
            if (json) print(reply.json());
            else reply.show(world.page());
            world.out().flush();
        }

        private void print(Json.Obj point) {
            world.out()
                    .println(
                            Json.object()
                                    .putAll(point)
                                    .put("taken", taken.get())
                                    .build()
                                    .compact());
        }

        @Override
        public void trouble(Failure failure) {
            world.err().println("berth: " + failure.what() + "; trying again");
        }

        boolean sleep(Duration time, long most) {
            if (taken.get() >= most) return false;
            try {
                Thread.sleep(time);
                return true;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
