package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileLayer;
import dev.berth.durable.lock.Holder;
import dev.berth.failure.Failure;
import dev.berth.flow.Checkup.Finding;

import java.util.ArrayList;
import java.util.List;

/// Looks at everything in `.flow` that may need a person.
record Examine(Flow flow, ProjectRoot root, FileLayer files, FlowLock lock) {
    Checkup run() throws Failure {
        var findings = new ArrayList<Finding>();
        findings.add(fine("root", root.toString()));
        try {
            var status = flow.status();
            session(status, findings);
            quarantined(status.history(), findings);
        } catch (Failure.NotFound none) {
            throw none;
        } catch (Failure failure) {
            findings.add(new Finding("session", false, failure.what(), failure.advice()));
        }
        look(findings);
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
        findings.add(
                new Finding(
                        "instructions",
                        status.instructionsCurrent(),
                        status.instructionsCurrent() ? "up to date" : "not up to date",
                        status.instructionsCurrent() ? "" : "`berth flow refresh`"));
    }

    private static void quarantined(History history, List<Finding> findings) {
        for (var each : history.quarantined()) {
            findings.add(
                    new Finding(
                            "quarantine",
                            false,
                            each.path() + ": " + each.reason().orElse("readable by now"),
                            each.advice()));
        }
    }

    private void look(List<Finding> findings) {
        try {
            var there = FlowFolder.look(root, files);
            if (there.isEmpty()) return;
            try (var folder = there.get()) {
                lock(folder, findings);
                ignored(folder, findings);
            }
        } catch (Failure failure) {
            findings.add(new Finding(".flow", false, failure.what(), failure.advice()));
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
                    case UNTOLD ->
                            "if it is gone for certain, remove .flow/session.lock; else it is taken"
                                    + " over at the age of "
                                    + lock.terms().rule().untoldAge();
                };
        findings.add(
                new Finding(
                        "lock",
                        holder.get().liveness() == Holder.Liveness.ALIVE,
                        shown(holder.get()),
                        advice));
    }

    private static void ignored(FlowFolder folder, List<Finding> findings) throws Failure {
        boolean kept =
                AtomicFile.readIfThere(folder.flow(), FlowFolder.GITIGNORE, GitIgnore.LONGEST_BYTES)
                        .filter(GitIgnore::isKept)
                        .isPresent();
        findings.add(
                new Finding(
                        "git",
                        kept,
                        kept ? "nothing here gets into git" : ".gitignore is not as it should be",
                        kept ? "" : "`berth flow refresh` puts it right"));
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
