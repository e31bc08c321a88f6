package dev.berth.bench.runner;

import dev.berth.bench.Comparison;
import dev.berth.bench.Comparison.Result;
import dev.berth.bench.Contender;
import dev.berth.disk.SessionId;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.SystemRandom;
import dev.berth.runner.Limits;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.docker.DockerRunner;
import dev.berth.runner.process.ProcessRunner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// From a message to the first byte of output: in a running, a paused and a new sandbox, and for a
/// resumable session of a gigabyte, whose tree is still on the node or has to come back from a
/// depot first; beside the bare cost of what the sandbox is made of.
public final class RunnerBench {
    private static final FileLayer FILES = SystemFiles.here();
    private static final long GIGABYTE = 1_000_000_000;
    private static final int FEW = 3;
    // Whole cores, so that the figures are not those of a limit.
    private static final Limits LIMITS = new Limits(2_000_000_000L, 2, 512);

    private final Path path;
    private final Folder folder;
    private final int rounds;
    private final double scale;
    private final List<Result> results = new ArrayList<>();

    private RunnerBench(Path path, Folder folder, int rounds, double scale) {
        this.path = path;
        this.folder = folder;
        this.rounds = rounds;
        this.scale = scale;
    }

    /// Measures in a new folder below `place`, which is removed afterwards.
    public static List<Result> run(Path place, int rounds, double scale) throws Exception {
        var scratch = Name.of("berth-bench-" + ProcessHandle.current().pid());
        try (var above = FILES.open(place)) {
            above.makeFolder(scratch, 0755);
            try (var folder = above.folder(scratch)) {
                Path path = place.resolve(scratch.toString()).toAbsolutePath();
                var bench = new RunnerBench(path, folder, rounds, scale);
                bench.measure();
                return bench.results;
            } finally {
                try (var folder = above.folder(scratch)) {
                    new Removal().content(folder);
                }
                above.removeFolder(scratch);
            }
        }
    }

    private void measure() throws Exception {
        for (String name : List.of("process", "docker", "engine", "disk", "kept")) {
            folder.makeFolder(Name.of(name), 0755);
        }
        try (var disk = folder.folder(Name.of("disk"))) {
            for (String volume : List.of("workspace", "memory", "tmp")) {
                disk.makeFolder(Name.of(volume), 0755);
            }
        }
        try (var kept = KeptDisk.make(path.resolve("kept"), (long) (GIGABYTE * scale))) {
            var processes =
                    new ProcessRunner(
                            FILES,
                            path.resolve("process"),
                            SystemRandom.here(),
                            System.getProperty("os.arch"));
            var walls = new Bare("bwrap true", List.of("bwrap", "--ro-bind", "/", "/", "true"));
            states(processes, Optional.empty(), walls, kept);
            var engine = OwnEngine.start(path.resolve("engine"));
            if (engine.isEmpty()) return;
            try (var own = engine.get()) {
                var containers =
                        new DockerRunner(
                                FILES, path.resolve("docker"), SystemRandom.here(), own.socket());
                var bare = new Bare("the engine's create and start", own.createAndStart());
                states(containers, Optional.of(OwnEngine.IMAGE), bare, kept);
            }
        }
    }

    private void states(Runner runner, Optional<String> image, Contender bare, KeptDisk kept)
            throws Exception {
        var running = runner.start(plan("running", path.resolve("disk"), image));
        // Disks of their own would not change a thing: nothing is written in them.
        var paused = runner.start(plan("paused", path.resolve("disk"), image));
        var contenders = new ArrayList<Contender>();
        contenders.add(bare);
        contenders.add(Message.toARunning(running));
        contenders.add(Message.toAPaused(paused));
        contenders.add(Message.toANew(runner, plan("new", path.resolve("disk"), image)));
        results.add(
                new Comparison(
                                runner.name() + ": message to first byte of output",
                                1,
                                Double.POSITIVE_INFINITY,
                                contenders)
                        .measure(rounds));
        running.stop();
        paused.stop();
        results.add(
                new Comparison(
                                "%s: message to first byte, a resumable session of %d MB"
                                        .formatted(
                                                runner.name(),
                                                (long) (GIGABYTE * scale) / 1_000_000),
                                1,
                                Double.POSITIVE_INFINITY,
                                List.of(
                                        bare,
                                        // Resume on the node that still has the tree.
                                        Message.toAResumable(
                                                "whose tree is still on the node",
                                                kept::leave,
                                                () -> {
                                                    kept.recognise();
                                                    return runner.start(
                                                            plan("cold", kept.disk(), image));
                                                }),
                                        Message.toAResumable(
                                                "whose tree was lost",
                                                kept::lose,
                                                () -> {
                                                    kept.restore();
                                                    return runner.start(
                                                            plan("cold", kept.disk(), image));
                                                })))
                        .measure(Math.min(FEW, rounds)));
    }

    private static Plan plan(String session, Path disk, Optional<String> image) {
        return new Plan(new SessionId(session), disk, image, List.of(), false, LIMITS, true);
    }
}
