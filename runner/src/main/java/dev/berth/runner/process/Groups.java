package dev.berth.runner.process;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.resident.Until;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The kernel's groups of one sandbox: they hold its limits and freeze it.
///
/// Both layouts are known: one tree for everything (version 2), and a tree per limit beside one
/// that only freezes (version 1). Where this user may make none, there are none, and limits are not
/// kept.
final class Groups {
    /// Where Linux shows them.
    static final Path ROOT = Path.of("/sys/fs/cgroup");

    private static final Name OURS = Name.of("berth");
    private static final Name FREEZE = Name.of("cgroup.freeze");
    private static final Name STATE = Name.of("freezer.state");
    private static final int MODE = 0755;
    private static final long PERIOD_MICROS = 100_000;
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final FileLayer files;
    private final List<Path> trees;

    private Groups(FileLayer files, List<Path> trees) {
        this.files = files;
        this.trees = trees;
    }

    /// Where [#make] would make groups: written down before there is one, so that none is lost.
    static List<Path> places(Path root, String name) {
        return Stream.of("", "unified", "memory", "pids", "cpu", "freezer")
                .map(tree -> root.resolve(tree).resolve(OURS.toString()).resolve(name))
                .toList();
    }

    /// Makes groups for a sandbox below `root`, as many of them as are allowed.
    static Groups make(FileLayer files, Path root, String name, Limits limits) {
        var made = new ArrayList<Path>();
        if (isThere(files, root.resolve("cgroup.controllers"))) {
            group(files, root, name, everything(limits), true, made);
        } else {
            group(files, root.resolve("unified"), name, Map.of(), false, made);
            group(files, root.resolve("memory"), name, memory1(limits), false, made);
            group(files, root.resolve("pids"), name, processes(limits), false, made);
            group(files, root.resolve("cpu"), name, cpu1(limits), false, made);
            if (made.stream().noneMatch(at -> isThere(files, at.resolve(FREEZE.toString())))) {
                group(files, root.resolve("freezer"), name, Map.of(), false, made);
            }
        }
        return new Groups(files, List.copyOf(made));
    }

    /// The groups that an earlier server made.
    static Groups of(FileLayer files, List<Path> trees) {
        return new Groups(files, List.copyOf(trees));
    }

    List<Path> trees() {
        return trees;
    }

    boolean canFreeze() {
        return freezer().isPresent();
    }

    /// Returns when every process in it stands still.
    void freeze() throws Failure {
        var at = freezer().orElseThrow();
        if (at.endsWith(FREEZE.toString())) {
            put(at, "1");
            await(at.resolveSibling("cgroup.events"), "frozen 1");
        } else {
            put(at, "FROZEN");
            await(at, "FROZEN");
        }
    }

    void thaw() throws Failure {
        var at = freezer().orElseThrow();
        put(at, at.endsWith(FREEZE.toString()) ? "0" : "THAWED");
    }

    /// Removes the groups once nobody is in them.
    void remove() throws Failure {
        for (var tree : trees) {
            boolean gone = Until.within(BOUND, () -> removed(tree));
            if (!gone) {
                throw new Failure.Unavailable(
                        tree + " cannot be removed: processes are left in it",
                        "see which with `cat " + tree + "/cgroup.procs`");
            }
        }
    }

    private Optional<Path> freezer() {
        for (Name name : List.of(FREEZE, STATE)) {
            for (var tree : trees) {
                if (isThere(files, tree.resolve(name.toString()))) {
                    return Optional.of(tree.resolve(name.toString()));
                }
            }
        }
        return Optional.empty();
    }

    private static Map<String, String> everything(Limits limits) {
        return Map.of(
                "memory.max",
                Long.toString(limits.memoryBytes()),
                "memory.swap.max",
                "0",
                "pids.max",
                Integer.toString(limits.processes()),
                "cpu.max",
                quota(limits) + " " + PERIOD_MICROS);
    }

    private static Map<String, String> memory1(Limits limits) {
        return Map.of("memory.limit_in_bytes", Long.toString(limits.memoryBytes()));
    }

    private static Map<String, String> processes(Limits limits) {
        return Map.of("pids.max", Integer.toString(limits.processes()));
    }

    private static Map<String, String> cpu1(Limits limits) {
        return Map.of(
                "cpu.cfs_period_us", Long.toString(PERIOD_MICROS),
                "cpu.cfs_quota_us", quota(limits));
    }

    private static String quota(Limits limits) {
        return String.format(
                Locale.ROOT, "%d", Math.max(1000, (long) (limits.cpus() * PERIOD_MICROS)));
    }

    /// A group below ours in one tree; left out where the kernel or our rights do not allow it.
    private static void group(
            FileLayer files,
            Path tree,
            String name,
            Map<String, String> settings,
            boolean delegated,
            List<Path> made) {
        try (var root = files.open(tree)) {
            if (delegated) tell(root, "cgroup.subtree_control", "+memory +pids +cpu");
            makeUnlessThere(root, OURS);
            try (var ours = root.folder(OURS)) {
                if (delegated) tell(ours, "cgroup.subtree_control", "+memory +pids +cpu");
                makeUnlessThere(ours, Name.of(name));
                made.add(tree.resolve(OURS.toString()).resolve(name));
                try (var group = ours.folder(Name.of(name))) {
                    for (var setting : settings.entrySet()) {
                        tell(group, setting.getKey(), setting.getValue());
                    }
                }
            }
        } catch (FileFault notAllowed) {
            // Then this limit is not kept; what was made still serves.
            return;
        }
    }

    private static void makeUnlessThere(Folder in, Name name) throws FileFault {
        try {
            in.makeFolder(name, MODE);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
    }

    private static void tell(Folder group, String setting, String value) throws FileFault {
        try (var file = group.write(Name.of(setting))) {
            file.writeFully(MemorySegment.ofArray(value.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    private void put(Path setting, String value) throws Failure {
        try (var group = files.open(above(setting))) {
            tell(group, setting.getFileName().toString(), value);
        } catch (FileFault fault) {
            throw fault.asFailure(setting.toString());
        }
    }

    private void await(Path setting, String words) throws Failure {
        if (!Until.within(BOUND, () -> says(setting, words))) {
            throw new Failure.Unavailable(
                    "the sandbox does not stand still", "stop the session's runner");
        }
    }

    private boolean says(Path setting, String words) throws Failure {
        try (var group = files.open(above(setting));
                var file = group.read(Name.of(setting.getFileName().toString()))) {
            return new String(file.readAll(4096), StandardCharsets.UTF_8).contains(words);
        } catch (FileFault fault) {
            throw fault.asFailure(setting.toString());
        }
    }

    private boolean removed(Path tree) throws Failure {
        try (var parent = files.open(above(tree))) {
            parent.removeFolder(Name.of(tree.getFileName().toString()));
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return true;
            if (fault.is(Errno.EBUSY) || fault.is(Errno.ENOTEMPTY)) return false;
            throw fault.asFailure(tree.toString());
        }
    }

    private static Path above(Path at) {
        return Objects.requireNonNull(at.getParent(), "not a root");
    }

    private static boolean isThere(FileLayer files, Path file) {
        try (var folder = files.open(above(file))) {
            return folder.stat(Name.of(file.getFileName().toString())).isPresent();
        } catch (FileFault none) {
            return false;
        }
    }
}
