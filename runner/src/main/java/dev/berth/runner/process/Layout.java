package dev.berth.runner.process;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.runner.Limits;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Where this machine keeps groups, and where among them ours may be.
///
/// One tree for everything (version 2), or a tree per limit beside one that only freezes (version
/// 1). In version 2 a user who is not root may have been given a part of the tree, as a service
/// with `Delegate=` and a terminal's programs are: then ours are made beside our own group, which
/// holds processes and can therefore have none with limits below it.
final class Layout {
    /// Where Linux shows them.
    static final Path ROOT = Path.of("/sys/fs/cgroup");

    private static final Path SELF = Path.of("/proc/self");
    private static final Name OURS = Name.of("berth");
    private static final Name MEMBERS = Name.of("cgroup.procs");
    private static final Name CONTROL = Name.of("cgroup.subtree_control");
    private static final int MODE = 0755;
    private static final long PERIOD_MICROS = 100_000;

    private final FileLayer files;
    private final Path root;
    private final Path self;

    /// Of this machine, below `root`.
    Layout(FileLayer files, Path root) {
        this(files, root, SELF);
    }

    /// `self` is the folder that tells of a process, among others in which group it is.
    Layout(FileLayer files, Path root, Path self) {
        this.files = files;
        this.root = root;
        this.self = self;
    }

    /// Groups that were made, and which limits they hold.
    record Made(List<Path> trees, Set<Limits.Kind> kept) {
        Made {
            trees = List.copyOf(trees);
            kept = Collections.unmodifiableSet(kept);
        }
    }

    /// Where [#make] would make groups: written down before there is one, so that none is lost.
    List<Path> places(String name) {
        return Stream.concat(
                        Stream.of("", "unified", "memory", "pids", "cpu", "freezer")
                                .map(root::resolve),
                        given().stream())
                .map(tree -> tree.resolve(OURS.toString()).resolve(name))
                .toList();
    }

    /// Makes groups for a sandbox, as many of them and with as many limits as are allowed.
    Made make(String name, Limits limits) {
        var making = new Making(name, limits);
        if (isThere(root, "cgroup.controllers")) {
            if (!making.unified(root)) given().ifPresent(making::unified);
        } else {
            making.apart();
        }
        return new Made(making.trees, making.kept);
    }

    /// The group above our own, where it was given to us.
    private Optional<Path> given() {
        try (var process = files.open(self);
                var file = process.read(Name.of("cgroup"))) {
            String text = new String(file.readAll(1 << 16), StandardCharsets.UTF_8);
            var own = text.lines().filter(line -> line.startsWith("0::/")).findFirst();
            if (own.isEmpty() || own.get().contains("/..")) return Optional.empty();
            var above = Path.of(own.get().substring("0::".length())).getParent();
            return Optional.ofNullable(above)
                    .map(path -> root.resolve(path.toString().substring(1)))
                    .filter(path -> !path.equals(root) && isOurs(path));
        } catch (FileFault unknown) {
            return Optional.empty();
        }
    }

    /// Whoever may not write here may not move a process between the groups below it either.
    private boolean isOurs(Path group) {
        try (var folder = files.open(group);
                var _ = folder.write(MEMBERS)) {
            return true;
        } catch (FileFault notGiven) {
            return false;
        }
    }

    private boolean isThere(Path group, String setting) {
        try (var folder = files.open(group)) {
            return folder.stat(Name.of(setting)).isPresent();
        } catch (FileFault none) {
            return false;
        }
    }

    private static void tell(Folder group, Name setting, String value) throws FileFault {
        try (var file = group.write(setting)) {
            file.writeFully(MemorySegment.ofArray(value.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    /// Whether it was heard. What a kernel does not know or does not allow is left out alone.
    private static boolean isHeard(Folder group, String setting, String value) {
        try {
            tell(group, Name.of(setting), value);
            return true;
        } catch (FileFault notAllowed) {
            return false;
        }
    }

    /// One sandbox's groups while they are made.
    private final class Making {
        private final String name;
        private final Limits limits;
        private final List<Path> trees = new ArrayList<>();
        private final Set<Limits.Kind> kept = EnumSet.noneOf(Limits.Kind.class);

        private Making(String name, Limits limits) {
            this.name = name;
            this.limits = limits;
        }

        /// False where none may be made at all.
        private boolean unified(Path tree) {
            return group(
                    tree,
                    true,
                    group -> {
                        if (isHeard(group, "memory.max", Long.toString(limits.memoryBytes()))) {
                            kept.add(Limits.Kind.MEMORY);
                            // Absent where the machine does not swap.
                            isHeard(group, "memory.swap.max", "0");
                        }
                        processes(group);
                        if (isHeard(group, "cpu.max", quota() + " " + PERIOD_MICROS)) {
                            kept.add(Limits.Kind.CPU);
                        }
                    });
        }

        private void apart() {
            boolean freezes = group(root.resolve("unified"), false, _ -> {});
            group(
                    root.resolve("memory"),
                    false,
                    group -> {
                        String most = Long.toString(limits.memoryBytes());
                        if (isHeard(group, "memory.limit_in_bytes", most)) {
                            kept.add(Limits.Kind.MEMORY);
                            // Memory and swap together; absent where the kernel does not count it.
                            isHeard(group, "memory.memsw.limit_in_bytes", most);
                        }
                    });
            group(root.resolve("pids"), false, this::processes);
            group(
                    root.resolve("cpu"),
                    false,
                    group -> {
                        isHeard(group, "cpu.cfs_period_us", Long.toString(PERIOD_MICROS));
                        if (isHeard(group, "cpu.cfs_quota_us", quota())) kept.add(Limits.Kind.CPU);
                    });
            if (!freezes || !isThere(trees.getFirst(), "cgroup.freeze")) {
                group(root.resolve("freezer"), false, _ -> {});
            }
        }

        private void processes(Folder group) {
            if (isHeard(group, "pids.max", Integer.toString(limits.processes()))) {
                kept.add(Limits.Kind.PROCESSES);
            }
        }

        private String quota() {
            return Long.toString(Math.max(1000, (long) (limits.cpus() * PERIOD_MICROS)));
        }

        /// A group below ours in one tree; left out where the kernel or our rights do not allow it.
        private boolean group(Path tree, boolean delegates, Settings settings) {
            try (var base = files.open(tree)) {
                if (delegates) handDown(base);
                makeUnlessThere(base, OURS);
                try (var ours = base.folder(OURS)) {
                    if (delegates) handDown(ours);
                    makeUnlessThere(ours, Name.of(name));
                    trees.add(tree.resolve(OURS.toString()).resolve(name));
                    try (var group = ours.folder(Name.of(name))) {
                        settings.make(group);
                    }
                }
                return true;
            } catch (FileFault notAllowed) {
                return false;
            }
        }

        /// One by one: where one of them is not to be had, the others are.
        private static void handDown(Folder group) {
            for (String limit : List.of("+memory", "+pids", "+cpu")) {
                isHeard(group, CONTROL.toString(), limit);
            }
        }

        private static void makeUnlessThere(Folder in, Name name) throws FileFault {
            try {
                in.makeFolder(name, MODE);
            } catch (FileFault fault) {
                if (!fault.is(Errno.EEXIST)) throw fault;
            }
        }
    }

    private interface Settings {
        void make(Folder group);
    }
}
