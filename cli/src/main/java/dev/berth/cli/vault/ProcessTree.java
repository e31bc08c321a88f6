package dev.berth.cli.vault;

import dev.berth.durable.lock.Processes;
import dev.berth.durable.lock.Processes.Presence;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// A process and all that it started, as far as they can be told apart from everybody else: who was
/// left behind by a parent that had ended before the first look is nobody's child any more.
final class ProcessTree {
    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();
    private static final int ANY_USER = -1;

    private final ProcessHandle root;
    private final Processes processes;
    // Also those whose parents have ended since: nothing leads to them any more.
    private final Set<ProcessHandle> known = new LinkedHashSet<>();

    ProcessTree(ProcessHandle root, Processes processes) {
        this.root = root;
        this.processes = processes;
        known.add(root);
    }

    /// Tells all of them to end, and after `grace` makes them; returns when none is left, or when
    /// even that did not help for as long again.
    void end(Duration grace) {
        if (!gone(grace, ProcessHandle::destroy)) gone(grace, ProcessHandle::destroyForcibly);
    }

    private boolean gone(Duration bound, Signal signal) {
        long began = System.nanoTime();
        var told = new LinkedHashSet<ProcessHandle>();
        while (true) {
            // All are found before one is told: its children would be nobody's after that.
            var living = living();
            if (living.isEmpty()) return true;
            for (var each : living) if (told.add(each)) signal.to(each);
            if (System.nanoTime() - began > bound.toNanos()) return false;
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private List<ProcessHandle> living() {
        root.descendants().forEach(known::add);
        for (var each : List.copyOf(known)) each.descendants().forEach(known::add);
        return known.stream().filter(this::lives).toList();
    }

    // What nobody has reaped yet is still listed, and does nothing any more.
    private boolean lives(ProcessHandle process) {
        return process.isAlive()
                && !(processes.presence(process.pid(), ANY_USER) instanceof Presence.Gone);
    }

    private interface Signal {
        boolean to(ProcessHandle process);
    }
}
