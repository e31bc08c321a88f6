package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileLayer;
import dev.berth.durable.lock.DirectoryLock;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.Holder;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.util.Optional;

/// One writer per project, in this process and among all: `.flow/session.lock`.
record FlowLock(ProjectRoot root, FileLayer files, LockTerms terms, World world) {
    /// Something that needs the lock.
    interface Work<T> {
        T run(FlowFolder folder, Held held) throws Failure;
    }

    /// Makes the folder ready, waits for the lock, tidies up after killed writers, does the work.
    <T> T hold(Work<T> work) throws Failure {
        try (var folder = FlowFolder.prepare(root, files);
                var held = lock(folder).acquire(terms.patience())) {
            sweep(folder);
            GitIgnore.keep(folder, held);
            return work.run(folder, held);
        } catch (Failure failure) {
            throw FlowFolder.writable(root, failure);
        }
    }

    Optional<Holder> holder(FlowFolder folder) throws Failure {
        return lock(folder).inspect();
    }

    private DirectoryLock lock(FlowFolder folder) {
        return DirectoryLock.owner(folder.flow(), FlowFolder.LOCK, terms.rule(), world);
    }

    private static void sweep(FlowFolder folder) throws Failure {
        AtomicFile.sweepTemporaries(folder.flow());
        var history = folder.historyIfThere();
        if (history.isEmpty()) return;
        try (var there = history.get()) {
            AtomicFile.sweepTemporaries(there);
        }
    }
}
