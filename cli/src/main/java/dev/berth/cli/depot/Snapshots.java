package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.World;
import dev.berth.depot.Tenant;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.snapshot.Outcome;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;

/// Snapshots of one tree as a command line asks for them.
record Snapshots(OpenedDepot opened, World world, Given given, SessionId session, Path tree) {
    static Snapshots of(OpenedDepot opened, World world, Given given) throws Failure {
        var session = SessionId.parse(given.text("--session"));
        if (session.value().equals(Tenant.LATEST)) {
            throw new Failure.Malformed(
                    "no session can be called latest: that names the newest checkpoint of all",
                    "choose another name");
        }
        if (session.value().startsWith(CheckpointId.PREFIX)) {
            throw new Failure.Malformed(
                    "no session can be called %s: names of checkpoints begin with %s"
                            .formatted(session, CheckpointId.PREFIX),
                    "choose another name");
        }
        var tree = world.path(given.text("TREE"));
        var depot = OpenedDepot.folder(given, world);
        if (depot.isPresent()) mustNotBeTheDepot(world, depot.get(), tree);
        return new Snapshots(opened, world, given, session, tree);
    }

    /// Every snapshot would be one of the snapshot before it.
    private static void mustNotBeTheDepot(World world, Path depot, Path tree) throws Failure {
        if (!RealPath.of(world, tree).startsWith(RealPath.of(world, depot))) return;
        throw new Failure.Refused(
                tree + " lies in the depot itself",
                "name a tree outside of it; one that the depot lies in will do, and is taken"
                        + " without it");
    }

    Outcome take(Progress progress) throws Failure {
        return take(progress, false).orElseThrow();
    }

    /// Nothing when the tree is what the session's last checkpoint holds.
    Optional<Outcome> takeIfChanged(Progress progress) throws Failure {
        return take(progress, true);
    }

    /// A watch lasts long, and keys may be rotated meanwhile, also while a snapshot is taken.
    private Optional<Outcome> take(Progress progress, boolean ifChanged) throws Failure {
        opened.tenant().rereadKeys();
        try {
            return takeOnce(progress, ifChanged);
        } catch (Failure.WrongKey newer) {
            opened.tenant().rereadKeys();
            return takeOnce(progress, ifChanged);
        }
    }

    private Optional<Outcome> takeOnce(Progress progress, boolean ifChanged) throws Failure {
        var tenant = opened.tenant();
        var domain = tenant.domainToWrite(tenant.domainOf(session, given.flag("--own-key")));
        try (var source = Sources.open(world, tree);
                var cache = CacheFolder.ofTrees(world)) {
            Optional<Wish.Memory> remembered = Optional.empty();
            if (source.isInPlace() && cache.folder().isPresent()) {
                var key = Memories.key(world, opened, domain, tree);
                remembered = Optional.of(new Wish.Memory(cache.folder().get(), key));
            }
            var wish =
                    new Wish(
                            session,
                            Json.object().build(),
                            given.values("--exclude"),
                            Memories.depot(given, world),
                            remembered);
            var taking = tenant.taking(domain);
            var outcome =
                    ifChanged
                            ? taking.takeIfChanged(source.tree(), wish, progress)
                            : Optional.of(taking.take(source.tree(), wish, progress));
            opened.compareHeads();
            return outcome;
        }
    }
}
