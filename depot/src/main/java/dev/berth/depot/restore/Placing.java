package dev.berth.depot.restore;

import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.restore.Facts.Owner;
import dev.berth.depot.restore.FileJobs.Job;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Progress;
import dev.berth.depot.work.Removing;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

/// Puts one file or link where it belongs. In a fresh folder it is made under its name; over
/// something that is there it is made beside it and renamed when it is whole. Used by one thread.
final class Placing {
    private static final int ATTEMPTS = 3;

    private final Manner manner;
    private final FileWriter writer;
    private final Facts facts;
    private final Owner owner;
    private final Tallies tallies;

    Placing(Manner manner, FileWriter writer, Facts facts, Owner owner, Tallies tallies) {
        this.manner = manner;
        this.writer = writer;
        this.facts = facts;
        this.owner = owner;
        this.tallies = tallies;
    }

    /// Always true: it is whole.
    boolean place(Folder in, Job job) throws FileFault, Failure {
        var entry = job.entry();
        if (manner.isFresh()) {
            make(in, job, entry.name());
            written(entry);
            return true;
        }
        var there = in.stat(entry.name());
        if (there.isPresent() && isKept(in, entry, there.get())) {
            if (entry instanceof TreeEntry.File) tallies.kept.incrementAndGet();
            return true;
        }
        if (there.filter(FileStat::isFolder).isPresent()) clear(in, entry.name());
        replace(in, job);
        written(entry);
        return true;
    }

    /// Into a fresh folder; true when the file is whole now.
    boolean place(Folder in, LargeFile.Part part, ChunkReader chunks, Progress progress)
            throws FileFault, Failure {
        boolean whole = part.file().write(part, in, chunks, facts, owner, progress);
        if (whole) written(part.job().entry());
        return whole;
    }

    /// Another restore that begins meanwhile takes what is not whole yet for a leftover.
    private void replace(Folder in, Job job) throws FileFault, Failure {
        for (int left = ATTEMPTS - 1; ; left--) {
            try {
                replaceOnce(in, job);
                return;
            } catch (FileFault fault) {
                if (left == 0 || !fault.is(Errno.ENOENT)) throw fault;
            }
        }
    }

    private void replaceOnce(Folder in, Job job) throws FileFault, Failure {
        var beside = Temporary.of(job.entry().name());
        try {
            make(in, job, beside);
            in.rename(beside, in, job.entry().name());
        } catch (FileFault | Failure | RuntimeException | Error failure) {
            discard(in, beside);
            throw failure;
        }
    }

    /// A folder in a file's place goes, but what somebody has put into it only when asked to.
    private void clear(Folder in, Name name) throws FileFault, Failure {
        if (!manner.isExact() && Clashes.holdsSomething(in, name)) {
            throw Clashes.holdSomething(name.toString(), name.toString());
        }
        tallies.removed.addAndGet(Removing.remove(in, name));
    }

    private void make(Folder in, Job job, Name name) throws FileFault, Failure {
        // Not by a switch, which the JVM links when it is first come to.
        if (job.entry() instanceof TreeEntry.File file) {
            try (var open = in.create(name, Facts.withoutSetId(file.meta()))) {
                job.folder().digest(job.index(), writer.write(file, open));
                facts.onNew(open, file.meta(), owner);
            }
        } else if (job.entry() instanceof TreeEntry.Link link) {
            in.symlink(name, link.target());
            facts.onLink(in, name, link.meta(), owner);
        } else throw new IllegalArgumentException("a folder: " + name);
    }

    /// Whether what is there is what should be; its facts are set right where only they differ.
    private boolean isKept(Folder in, TreeEntry entry, FileStat there) throws FileFault {
        var owned = new Owner(there.uid(), there.gid());
        switch (entry) {
            case TreeEntry.File file -> {
                if (!there.isFile() || there.size() != file.size() || there.links() > 1) {
                    return false;
                }
                try (var open = in.read(file.name())) {
                    if (!writer.holds(file, open)) return false;
                } catch (FileFault fault) {
                    // Not ours to read, or swapped meanwhile: it is replaced.
                    if (fault.is(Errno.EIO)) throw fault;
                    return false;
                }
                if (!Meta.of(there).equals(file.meta())) {
                    facts.onFile(in, file.name(), file.meta(), owned);
                }
            }
            case TreeEntry.Link link -> {
                if (!there.isLink() || !in.readLink(link.name()).equals(link.target())) {
                    return false;
                }
                facts.onLink(in, link.name(), link.meta(), owned);
            }
            case TreeEntry.Folder _ -> throw new IllegalArgumentException("a folder");
        }
        return true;
    }

    private void written(TreeEntry entry) {
        if (entry instanceof TreeEntry.File file) {
            tallies.written.incrementAndGet();
            tallies.writtenBytes.addAndGet(file.size());
        } else {
            tallies.writtenLinks.incrementAndGet();
        }
    }

    private static void discard(Folder in, Name beside) {
        try {
            in.unlink(beside);
        } catch (FileFault gone) {
            // Nothing to take away, or nothing that can be: the failure that is told says more.
            assert gone.errno() != Errno.EINVAL;
        }
    }
}
