package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileLayer;
import dev.berth.durable.lock.DirectoryLock;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.Holder;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;

/// One writer per project, in this process and among all: `.flow/session.lock`.
record FlowLock(ProjectRoot root, FileLayer files, LockTerms terms, World world) {
    /// Something that needs the lock.
    interface Work<T> {
        T run(FlowFolder folder, Held held) throws Failure;
    }

    /// Makes the folder ready, waits for the lock, tidies up after killed writers, does the work.
    <T> T hold(Work<T> work) throws Failure {
        try (var folder = FlowFolder.prepare(root, files)) {
            try (var held = acquire(folder)) {
                sweep(folder);
                GitIgnore.keep(folder, held);
                return work.run(folder, held);
            } catch (Failure failure) {
                throw new Trouble(folder).explained(failure);
            }
        }
    }

    /// The same lock for those who would rather not wait.
    FlowLock atOnce() {
        return new FlowLock(root, files, new LockTerms(terms.rule(), Duration.ZERO), world);
    }

    Optional<Holder> holder(FlowFolder folder) throws Failure {
        return lock(folder).inspect();
    }

    String path() {
        return root.path().resolve(".flow").resolve(FlowFolder.LOCK.toString()).toString();
    }

    /// What to do about a holder of whom nothing can be told.
    String adviceWhenUntold() {
        return "whether it still runs cannot be told from here: it counts as gone at the age of %s;"
                        .formatted(terms.shownAge())
                + " if you know that it is gone, remove "
                + path();
    }

    private Held acquire(FlowFolder folder) throws Failure {
        try {
            return lock(folder).acquire(terms.patience());
        } catch (Failure.Locked locked) {
            throw named(folder, locked);
        }
    }

    /// Names the lock by its path, and the time also where this very process holds it.
    private Failure named(FlowFolder folder, Failure.Locked locked) {
        var facts = new LinkedHashMap<>(locked.facts());
        if (!facts.containsKey("since")) {
            since(folder, Optional.ofNullable(facts.get("pid")))
                    .ifPresent(time -> facts.put("since", time));
        }
        var said = new StringBuilder(path()).append(": held by ");
        String pid = facts.get("pid");
        said.append(pid == null ? "a process that left no name" : "process " + pid);
        if (facts.get("host") != null) said.append(" on ").append(facts.get("host"));
        if (facts.get("since") != null) said.append(" since ").append(facts.get("since"));
        boolean untold = "untold".equals(facts.get("liveness"));
        return new Failure.Locked(
                        said.toString(), untold ? adviceWhenUntold() : locked.advice(), facts)
                .because(locked);
    }

    private Optional<String> since(FlowFolder folder, Optional<String> pid) {
        try {
            return holder(folder)
                    .filter(other -> other.pid().isPresent())
                    .filter(other -> Long.toString(other.pid().getAsLong()).equals(pid.orElse("")))
                    .flatMap(Holder::since)
                    .map(Instant::toString);
        } catch (Failure untold) {
            return Optional.empty();
        }
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
