package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.FolderChain;
import dev.berth.depot.work.Progress;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Reads all unread files of a scanned tree, by several threads. Each takes runs of neighbours, so
/// that they come to lie in the same blocks.
final class Taking {
    private static final long RUN_BYTES = 4 << 20;
    private static final int RUN_FILES = 512;

    /// Of few files everybody gets some, but not so few that neighbours are torn apart.
    private static final int FEWEST_FILES = 32;

    private static final int RUNS_EACH = 4;

    private final Domain domain;
    private final Cutter cutter;
    private final Findings findings;
    private final Progress progress;

    Taking(Domain domain, Cutter cutter, Findings findings, Progress progress) {
        this.domain = domain;
        this.cutter = cutter;
        this.findings = findings;
        this.progress = progress;
    }

    /// A file to be read.
    private record Job(ScannedFolder folder, int index) {
        long size() {
            return folder.entry(index).stat().size();
        }
    }

    /// Returns how many files that were.
    long run(Folder root, ScannedFolder tree, Intake intake, Blocks blocks, Crew crew)
            throws Failure {
        var jobs = new ArrayList<Job>();
        collect(tree, jobs);
        progress.expects(jobs.size(), jobs.stream().mapToLong(Job::size).sum());
        int fair = jobs.size() / (RUNS_EACH * crew.size());
        var runs = runs(jobs, Math.clamp(fair, FEWEST_FILES, RUN_FILES));
        var next = new AtomicInteger();
        var tasks = new ArrayList<Crew.Task>();
        for (int i = 0; i < Math.min(crew.size(), Math.max(1, runs.size())); i++) {
            tasks.add(() -> work(root, runs, next, intake, blocks));
        }
        crew.run(tasks);
        return jobs.size();
    }

    private void work(
            Folder root, List<List<Job>> runs, AtomicInteger next, Intake intake, Blocks blocks)
            throws Failure {
        var filler = new Filler(blocks, intake, domain.sealer().namer());
        try (var chain = new FolderChain(root)) {
            var taker = new FileTaker(chain, cutter, filler, findings, progress);
            for (int run = next.getAndIncrement();
                    run < runs.size();
                    run = next.getAndIncrement()) {
                for (var job : runs.get(run)) {
                    taker.take(job.folder(), job.index());
                    progress.reached(1, 0);
                }
            }
        } catch (Failure | RuntimeException | Error failure) {
            // The others stop at the next run.
            next.set(runs.size());
            throw failure;
        } finally {
            filler.flush();
        }
    }

    /// Files of a folder before the folders in it: those are the nearest neighbours.
    private static void collect(ScannedFolder folder, List<Job> jobs) {
        for (int other : folder.others()) {
            if (folder.item(other) instanceof Item.Unread) jobs.add(new Job(folder, other));
        }
        for (var sub : folder.subs()) collect(sub.folder(), jobs);
    }

    private static List<List<Job>> runs(List<Job> jobs, int files) {
        var runs = new ArrayList<List<Job>>();
        int begin = 0;
        long bytes = 0;
        for (int i = 0; i < jobs.size(); i++) {
            bytes += jobs.get(i).size();
            if (bytes >= RUN_BYTES || i - begin + 1 >= files) {
                runs.add(jobs.subList(begin, i + 1));
                begin = i + 1;
                bytes = 0;
            }
        }
        if (begin < jobs.size()) runs.add(jobs.subList(begin, jobs.size()));
        return runs;
    }
}
