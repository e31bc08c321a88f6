package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.lock.Holder;
import dev.berth.failure.Failure;
import dev.berth.flow.Checkup.Finding;

import java.util.ArrayList;
import java.util.List;

/// Looks at everything in `.flow` that may need a person.
record Examine(Flow flow, ProjectRoot root, FileLayer files, FlowLock lock) {
    private static final long LEAST_FREE_BYTES = 1 << 20;

    Checkup run() throws Failure {
        var findings = new ArrayList<Finding>();
        findings.add(fine("root", root.toString()));
        boolean stale = false;
        try {
            var status = flow.status();
            session(status, findings);
            stale = !status.instructionsCurrent();
        } catch (Failure.NotFound none) {
            throw none;
        } catch (Failure failure) {
            findings.add(new Finding("session", false, failure.what(), failure.advice()));
        }
        look(stale, findings);
        return new Checkup(root, findings);
    }

    private static void session(FlowStatus status, List<Finding> findings) {
        status.putAway()
                .ifPresent(what -> findings.add(new Finding("put away", false, what, "see below")));
        findings.add(
                fine(
                        "session",
                        status.session()
                                .map(session -> session.id() + " is active")
                                .orElse("none is active")));
        if (status.instructionsCurrent()) findings.add(fine("instructions", "up to date"));
    }

    private void look(boolean stale, List<Finding> findings) {
        try {
            var there = FlowFolder.look(root, files);
            if (there.isEmpty()) return;
            try (var folder = there.get()) {
                if (stale) instructions(folder, findings);
                history(folder, findings);
                room(folder, findings);
                lock(folder, findings);
                ignored(folder, findings);
            }
        } catch (Failure failure) {
            findings.add(new Finding(".flow", false, failure.what(), failure.advice()));
        }
    }

    private static void instructions(FlowFolder folder, List<Finding> findings) throws Failure {
        boolean misplaced = new Projection(folder).isFolder();
        findings.add(
                new Finding(
                        "instructions",
                        false,
                        misplaced ? "a folder in their place" : "not up to date",
                        misplaced
                                ? "move .flow/opencode-instructions.md away, then `berth flow refresh`"
                                : "`berth flow refresh`"));
    }

    private static void history(FlowFolder folder, List<Finding> findings) throws Failure {
        var history = Flow.history(folder);
        for (var each : history.quarantined()) {
            findings.add(
                    new Finding(
                            "quarantine",
                            false,
                            each.path() + ": " + each.reason().orElse("readable by now"),
                            each.advice()));
        }
        if (history.recovered().isEmpty()) return;
        findings.add(
                fine(
                        "recovered",
                        "in .flow/history, to be removed when no longer needed: "
                                + String.join(", ", history.recovered())));
    }

    /// What would make every change fail.
    private void room(FlowFolder folder, List<Finding> findings) throws Failure {
        int before = findings.size();
        room(folder.flow(), root.path().resolve(".flow").toString(), findings);
        var there = folder.historyIfThere();
        if (there.isPresent()) {
            try (var history = there.get()) {
                room(history, root.path().resolve(".flow/history").toString(), findings);
            }
        }
        if (findings.size() == before) findings.add(fine("room", "writable, with space left"));
    }

    private static void room(Folder folder, String path, List<Finding> findings) throws Failure {
        try {
            var space = folder.space();
            if (!space.writable()) {
                var failure = Trouble.notWritable(path, "it takes no new names");
                findings.add(new Finding("room", false, failure.what(), failure.advice()));
            }
            if (space.totalBytes() > 0 && space.freeBytes() < LEAST_FREE_BYTES) {
                findings.add(
                        new Finding(
                                "room",
                                false,
                                "%s: only %d bytes are free".formatted(path, space.freeBytes()),
                                "free some space"));
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path);
        }
    }

    private void lock(FlowFolder folder, List<Finding> findings) throws Failure {
        var holder = lock.holder(folder);
        if (holder.isEmpty()) {
            findings.add(fine("lock", "free"));
            return;
        }
        String advice =
                switch (holder.get().liveness()) {
                    case ALIVE -> "wait until it is done";
                    case GONE -> "nothing: the next change takes it over";
                    case UNTOLD -> lock.adviceWhenUntold();
                };
        findings.add(
                new Finding(
                        "lock",
                        holder.get().liveness() == Holder.Liveness.ALIVE,
                        shown(holder.get()),
                        advice));
    }

    private static void ignored(FlowFolder folder, List<Finding> findings) {
        boolean kept = GitIgnore.isKept(folder);
        findings.add(
                new Finding(
                        "git",
                        kept,
                        kept ? "nothing here gets into git" : ".gitignore is not as it should be",
                        kept
                                ? ""
                                : "`berth flow refresh` puts it right, once .flow can be written and"
                                        + " .flow/.gitignore is a file"));
    }

    private static String shown(Holder holder) {
        var shown = new StringBuilder("held by ");
        shown.append(
                holder.pid().isPresent()
                        ? "process " + holder.pid().getAsLong()
                        : "a process that left no name");
        holder.host().ifPresent(host -> shown.append(" on ").append(host));
        holder.since().ifPresent(since -> shown.append(" since ").append(since));
        return shown.toString();
    }

    private static Finding fine(String what, String found) {
        return new Finding(what, true, found, "");
    }
}
