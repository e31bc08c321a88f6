package dev.berth.cli.doctor;

import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.process.ProcessRunner;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Which limits of a profile a sandbox of processes would keep on this machine.
final class KeptLimits {
    private static final String NAME = "limits";
    private static final String WITHOUT =
            "without it a sandbox of processes may take what there is; a server that is root, or a"
                    + " service with Delegate=yes and DelegateSubgroup=server, keeps limits";

    private KeptLimits() {}

    static Finding of(ProcessRunner runner) {
        try {
            return of(runner.keptLimits());
        } catch (Failure failure) {
            return Finding.absent(NAME, failure.what(), WITHOUT);
        }
    }

    static Finding of(Set<Limits.Kind> kept) {
        var missing = EnumSet.allOf(Limits.Kind.class);
        missing.removeAll(kept);
        if (missing.isEmpty()) return Finding.ok(NAME, said(kept) + " by cgroups", WITHOUT);
        String found =
                kept.isEmpty() ? "none is kept" : "kept: " + said(kept) + "; not " + said(missing);
        return Finding.absent(NAME, found, WITHOUT);
    }

    private static String said(Set<Limits.Kind> kinds) {
        List<Limits.Kind> sorted = new ArrayList<>(kinds);
        sorted.sort(null);
        return sorted.stream().map(Limits.Kind::label).collect(Collectors.joining(", "));
    }
}
