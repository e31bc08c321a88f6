package dev.berth.depot.restore;

import dev.berth.depot.domain.Domain;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.restore.Facts.Owner;
import dev.berth.depot.restore.FileJobs.Job;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.FolderChain;
import dev.berth.depot.work.Progress;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Brings one tree back into one open folder: its folders, then its files by several threads, then
/// the facts of its folders.
final class Bringing {
    /* Few blocks are enough, since neighbours are written together. More would outlive the young
     * generation one by one, and the heap would grow by nearly everything that is restored. */
    private static final int BLOCKS = 8;
    private static final int BLOCKS_A_THREAD = 3;

    private final Domain domain;
    private final Index index;
    private final Crew crew;
    private final Manner manner;
    private final Tallies tallies;
    private final Progress progress;

    Bringing(
            Domain domain,
            Index index,
            Crew crew,
            Manner manner,
            Tallies tallies,
            Progress progress) {
        this.domain = domain;
        this.index = index;
        this.crew = crew;
        this.manner = manner;
        this.tallies = tallies;
        this.progress = progress;
    }

    void run(Folder root, PlannedFolder plan) throws Failure {
        var facts = new Facts(tallies);
        // Of a few paths there is too little to share.
        var some = plan.whole ? crew : new Crew(1);
        var found = new Crew.Stack<PlannedFolder>();
        found.push(plan);
        some.drain(found, () -> new Making(folders(root), found));
        var owner = owner(root);
        files(root, plan, facts, owner);
        some.rise(plan, each -> each.folders, () -> new Finishing(folders(root), facts, owner));
    }

    private Folders folders(Folder root) {
        return new Folders(new FolderChain(root), manner, tallies);
    }

    /// Makes folders from the top down.
    private record Making(Folders folders, Crew.Stack<PlannedFolder> found)
            implements Crew.Hand<PlannedFolder> {
        @Override
        public void run(PlannedFolder folder) throws Failure {
            folders.make(folder);
            for (var sub : folder.folders.reversed()) found.push(sub);
        }

        @Override
        public void close() {
            folders.close();
        }
    }

    /// Gives folders their facts, from the bottom up.
    private record Finishing(Folders folders, Facts facts, Owner owner)
            implements Crew.Hand<PlannedFolder> {
        @Override
        public void run(PlannedFolder folder) throws Failure {
            folders.finish(folder, facts, owner);
        }

        @Override
        public void close() {
            folders.close();
        }
    }

    private static Owner owner(Folder root) throws Failure {
        try {
            return Owner.ofNewIn(root);
        } catch (FileFault fault) {
            throw fault.asFailure("the target");
        }
    }

    private void files(Folder root, PlannedFolder plan, Facts facts, Owner owner) throws Failure {
        // What is far away is asked for in the order in which it was written.
        boolean shared = manner.isFresh() && crew.size() > 1 && !domain.store().isFar();
        var jobs = FileJobs.of(plan, shared);
        progress.expects(jobs.files(), jobs.bytes());
        int blocks = Math.max(BLOCKS, BLOCKS_A_THREAD * crew.size());
        var cache = new BlockCache((long) blocks * PackKind.DATA.blockBytes());
        var next = new AtomicInteger();
        var tasks = new ArrayList<Crew.Task>();
        int pieces = jobs.parts().size() + jobs.runs().size();
        for (int i = 0; i < Math.min(crew.size(), Math.max(1, pieces)); i++) {
            tasks.add(() -> work(root, jobs, next, cache, facts, owner));
        }
        try {
            crew.run(tasks);
        } finally {
            for (var part : jobs.parts()) part.file().close();
        }
    }

    /// Large files first: what others can help with last keeps nobody waiting.
    private void work(
            Folder root,
            FileJobs jobs,
            AtomicInteger next,
            BlockCache cache,
            Facts facts,
            Owner owner)
            throws Failure {
        try (var chain = new FolderChain(root);
                var chunks = new ChunkReader(domain, index, cache)) {
            var writer = new FileWriter(chunks, domain.sealer().namer(), progress);
            var placing = new Placing(manner, writer, facts, owner, tallies);
            int parts = jobs.parts().size();
            int piece;
            while ((piece = next.getAndIncrement()) < parts + jobs.runs().size()) {
                if (piece < parts) {
                    var part = jobs.parts().get(piece);
                    place(chain, part.job(), in -> placing.place(in, part, chunks, progress));
                    continue;
                }
                for (var job : jobs.runs().get(piece - parts)) {
                    place(chain, job, in -> placing.place(in, job));
                }
            }
        } catch (Failure | RuntimeException | Error failure) {
            next.set(jobs.parts().size() + jobs.runs().size());
            throw failure;
        }
    }

    /// Answers whether a file is whole now.
    private interface Step {
        boolean run(Folder in) throws FileFault, Failure;
    }

    private void place(FolderChain chain, Job job, Step step) throws Failure {
        try {
            if (step.run(chain.at(job.folder().way))) progress.reached(1, 0);
        } catch (FileFault fault) {
            throw Disturbed.at(job.folder().way, job.entry().name(), fault);
        } catch (Failure.Damaged damaged) {
            throw Check.lost(job.folder().way.path(job.entry().name()), damaged);
        }
    }
}
