package dev.berth.bundle.ship;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.BundleProgress;
import dev.berth.bundle.FileLine;
import dev.berth.bundle.Manifest;
import dev.berth.bundle.rules.LinkRules;
import dev.berth.bundle.ship.Departure.LeftOut;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.git.GitNames;
import dev.berth.disk.moving.Stage;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Decides what of a disk travels. By volume first; then repositories, links that lead elsewhere
/// and what unfinished writes left behind stay at home, each by name.
final class Selection {
    private final ShipOptions options;
    private final BundleLimits limits;
    private final List<Planned> planned = new ArrayList<>();
    private final Map<Volume, Tally> withheld = new EnumMap<>(Volume.class);
    private final Set<String> repositories = new TreeSet<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final Set<String> left = new HashSet<>();
    private final LiveLinks links = new LiveLinks();
    private final BareRepositories bare = new BareRepositories();
    private final BundleProgress progress;
    private Tally inRepositories = Tally.NOTHING;
    private long seen;

    Selection(ShipOptions options, BundleLimits limits, BundleProgress progress) {
        this.options = options;
        this.limits = limits;
        this.progress = progress;
        progress.begins(0, 0);
    }

    /// The volumes that travel, in the order of their names.
    Set<Volume> volumes() {
        return Manifest.inBundleOrder(options.includePrivate());
    }

    /// Whether nothing of a volume is looked at, since nobody will see it again.
    boolean passesOver(Volume volume) {
        return options.asleep() && !volume.survivesResume();
    }

    /// A volume that stays at home, with what is in it.
    void stays(Volume volume, Tally content) {
        withheld.put(volume, content);
    }

    /// Something that is no part of a disk.
    void stray(String path, String reason) {
        leftOut.add(new LeftOut(path, reason));
    }

    /// An entry of a volume that travels; `target` is where a link points.
    void add(Volume volume, DiskEntry entry, Optional<String> target) throws Failure {
        var path = entry.path();
        progress.reached(++seen, 0);
        bare.see(volume, path);
        var repository = options.withGit() ? Optional.<String>empty() : repository(volume, path);
        if (repository.isPresent()) {
            repositories.add(repository.get());
            inRepositories = inRepositories.and(entry.size());
            left.add(volume.label() + path);
            return;
        }
        var one = new Planned(volume, entry);
        if (isUnfinished(path)) {
            leave(one, "the work of a command that was cut short");
            return;
        }
        if (entry.kind() == EntryKind.LINK) {
            links.add(one, target.orElse(""));
            var flaw =
                    target.map(to -> LinkRules.flaw(path, to, options.withGit()))
                            .orElse(Optional.of("its target is not UTF-8"));
            if (flaw.isPresent()) {
                leave(one, "a link: " + flaw.get());
                return;
            }
        }
        if (!FileLine.canSay(entry)) {
            throw new Failure.Refused(
                    one.shown() + " is of a time that no bundle can say", "give it another time");
        }
        planned.add(one);
    }

    private void leave(Planned one, String reason) {
        stray(one.shown(), reason);
        left.add(one.volume().label() + one.entry().path());
    }

    private static Optional<String> repository(Volume volume, VolumePath path) {
        String text = path.value();
        int start = 1;
        while (start <= text.length()) {
            int slash = text.indexOf('/', start);
            int end = slash < 0 ? text.length() : slash;
            if (GitNames.isGit(text.substring(start, end))) {
                return Optional.of(volume.label() + text.substring(0, end));
            }
            start = end + 1;
        }
        return Optional.empty();
    }

    private static boolean isUnfinished(VolumePath path) {
        for (String part : path.value().substring(1).split("/", -1)) {
            if (part.charAt(0) != '.') continue;
            var name = Name.of(part);
            if (AtomicFile.isTemporary(name) || Stage.isStage(name)) return true;
        }
        return false;
    }

    /// All that travels, in the order of the bundle. Names that a receiver would refuse are refused
    /// here, all of them at once.
    Chosen chosen() throws Failure {
        if (!options.withGit()) leaveBareRepositories();
        for (var one : links.removeDangling(planned)) {
            leave(one, "a link: what it points at does not travel");
        }
        var sorted = Sorting.byName(planned);
        new Sorting(limits).check(sorted);
        var read = new LinkedHashSet<>(volumes());
        read.removeIf(this::passesOver);
        return new Chosen(sorted, read, left);
    }

    /// Git takes any folder with these in it for a repository, whatever it is called.
    private void leaveBareRepositories() {
        var roots = bare.roots();
        if (roots.isEmpty()) return;
        planned.removeIf(
                one -> {
                    var root = BareRepositories.around(one, roots);
                    if (root.isEmpty()) return false;
                    repositories.add(root.get());
                    inRepositories = inRepositories.and(one.entry().size());
                    left.add(one.volume().label() + one.entry().path());
                    return true;
                });
    }

    /// What is known before anything was read.
    Departure departure(Map<Volume, Tally> sent, Reading reading) {
        var all = new EnumMap<Volume, Tally>(Volume.class);
        for (var volume : volumes()) all.put(volume, sent.getOrDefault(volume, Tally.NOTHING));
        return new Departure(
                all,
                withheld,
                List.copyOf(repositories),
                inRepositories,
                leftOut,
                reading.unsettled(),
                reading.secrets(),
                reading.unmatched());
    }

    /// What reading brought to light.
    record Reading(List<String> unsettled, List<FoundSecret> secrets, List<String> unmatched) {}

    /// What travels, the volumes that are read for it, and what of them does not.
    record Chosen(List<Planned> entries, Set<Volume> volumes, Set<String> left) {
        boolean leaves(Volume volume, VolumePath path) {
            return left.contains(volume.label() + path);
        }
    }
}
