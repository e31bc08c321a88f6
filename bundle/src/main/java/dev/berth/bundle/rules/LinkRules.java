package dev.berth.bundle.rules;

import dev.berth.disk.VolumePath;
import dev.berth.disk.git.GitNames;

import java.util.Optional;

/// Where a link may point: to something in its own volume, whatever other links there are.
///
/// A target climbs first and descends then: `../../a/b`, never `a/../b`. The folders on the way to
/// a link are real ones, so climbing from it means what it says; and a name on the way down leads
/// into the volume, or through another link that obeys the same rule. With a climb behind a name
/// that would not hold: the name may be a link to a place nearer to the root.
public final class LinkRules {
    /// Longer targets are of no use on any system.
    public static final int MOST_BYTES = 4095;

    private LinkRules() {}

    /// What is wrong with the target of the link at `path`; empty when nothing is.
    public static Optional<String> flaw(VolumePath path, String target, boolean gitToo) {
        if (target.isEmpty()) return Optional.of("it points at nothing");
        if (target.startsWith("/")) return Optional.of("it points out of its volume");
        int depth = path.ancestors().size();
        boolean descending = false;
        for (String name : target.split("/", -1)) {
            if (name.isEmpty() || name.equals(".")) continue;
            if (name.equals("..")) {
                if (descending) return Optional.of("it climbs behind a name");
                if (--depth < 0) return Optional.of("it points out of its volume");
                continue;
            }
            descending = true;
            if (!gitToo && GitNames.isGit(name)) return Optional.of("it points into a repository");
            var flaw = NameRules.flaw(name);
            if (flaw.isPresent()) return Optional.of("in its target: " + flaw.get());
        }
        return Optional.empty();
    }
}
