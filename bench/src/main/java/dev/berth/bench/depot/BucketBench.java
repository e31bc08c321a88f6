package dev.berth.bench.depot;

import dev.berth.bench.depot.corpus.Corpus;
import dev.berth.bench.depot.corpus.Tree;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Berth in a bucket beside others, on the working tree of [DepotBench], with one S3 server: first
/// as near as it is, then as if every request took some time on its way.
public final class BucketBench {
    private final Plan plan;
    private final Path path;
    private final Folder folder;

    private BucketBench(Plan plan, Path path, Folder folder) {
        this.plan = plan;
        this.path = path;
        this.folder = folder;
    }

    /// What is run; see [DepotBench.Plan].
    public record Plan(
            Path folder, int rounds, double scale, List<String> only, Path berth, Duration delay) {
        public Plan {
            only = List.copyOf(only);
        }
    }

    /// Measures in a new folder below the plan's, which is removed afterwards.
    public static BucketReport run(Plan plan) throws Exception {
        return Scratch.with(
                plan.folder, (path, folder) -> new BucketBench(plan, path, folder).measure());
    }

    private BucketReport measure() throws Exception {
        for (String name : List.of("tree", "server")) folder.makeFolder(Name.of(name), 0755);
        var server = S3Server.in(path.resolve("server"));
        try (var tree = new Tree(path.resolve("tree"));
                var relay = Relay.to(server.address(), slow())) {
            Corpus.TREE.fill(tree, plan.scale);
            var leftOut = new ArrayList<String>();
            var near = measure(tree, server, server.address(), 0, leftOut);
            var far = measure(tree, server, relay.address(), plan.rounds, leftOut);
            return new BucketReport(
                    plan.rounds, plan.delay, leftOut.stream().distinct().toList(), near, far);
        } finally {
            server.stop();
        }
    }

    private Relay.Way slow() {
        return (request, wire) -> {
            try {
                TimeUnit.NANOSECONDS.sleep(plan.delay.toNanos());
            } catch (InterruptedException interrupted) {
                throw new IOException(interrupted);
            }
            Relay.PLAIN.carry(request, wire);
        };
    }

    private Standing measure(
            Tree tree, S3Server server, URI address, int before, List<String> leftOut)
            throws Exception {
        var shell = new Shell(path, BucketPeers.variables(address));
        Path berth = plan.berth.toAbsolutePath().normalize();
        var keepers = new ArrayList<Keeper>();
        for (var keeper : BucketPeers.all(shell, berth)) {
            if (!plan.only.isEmpty() && !plan.only.contains(keeper.title())) continue;
            var absence = keeper.absence();
            if (absence.isPresent()) leftOut.add(keeper.title() + ": " + absence.get());
            else keepers.add(keeper);
        }
        // Its launcher builds what is not built yet.
        if (keepers.stream().anyMatch(each -> each.title().equals(Peers.COMMAND))) {
            shell.run("'" + berth + "' version", Map.of());
        }
        var source = Holding.of(tree.path());
        var samples = new ArrayList<Sample>();
        try (var bucket = SystemFiles.here().open(server.data())) {
            for (int round = 1; round <= plan.rounds; round++) {
                System.err.printf("%s, round %d of %d%n", address, round, plan.rounds);
                // Another turn of the tree each time.
                var each = new Round(server.data(), bucket, Corpus.TREE, tree, before + round);
                samples.addAll(each.run(keepers));
            }
        }
        return new Standing(Corpus.TREE, source, samples);
    }
}
