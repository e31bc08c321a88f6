package dev.berth.flow;

import java.util.List;

/// What was looked at in a project, and what to do about it.
public record Checkup(ProjectRoot root, List<Finding> findings) {
    public Checkup {
        findings = List.copyOf(findings);
    }

    /// One thing that was looked at; `advice` is empty when nothing has to be done.
    public record Finding(String what, boolean fine, String found, String advice) {}

    public boolean healthy() {
        return findings.stream().allMatch(Finding::fine);
    }
}
