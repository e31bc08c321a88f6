package dev.berth.runner.process;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.resident.Until;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The kernel's groups of one sandbox: they hold its limits and freeze it. [Layout] says where.
final class Groups {
    private static final Name FREEZE = Name.of("cgroup.freeze");
    private static final Name STATE = Name.of("freezer.state");
    private static final Duration BOUND = Duration.ofSeconds(20);

    private static final Name MEMBERS = Name.of("cgroup.procs");
    private static final int MOST_BYTES = 16 << 20;

    private final FileLayer files;
    private final List<Path> trees;

    private Groups(FileLayer files, List<Path> trees) {
        this.files = files;
        this.trees = trees;
    }

    /// The groups that this server or an earlier one made.
    static Groups of(FileLayer files, List<Path> trees) {
        return new Groups(files, List.copyOf(trees));
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

    /// Every process in them, also one that has put off all other marks of ours.
    Set<Long> members() throws Failure {
        var found = new LinkedHashSet<Long>();
        for (var tree : trees) {
            try (var group = files.open(tree);
                    var file = group.read(MEMBERS)) {
                var text = new String(file.readAll(MOST_BYTES), StandardCharsets.UTF_8);
                text.lines().map(Long::parseLong).filter(pid -> pid > 0).forEach(found::add);
            } catch (FileFault fault) {
                if (!fault.is(Errno.ENOENT)) throw fault.asFailure(tree.toString());
            }
        }
        return found;
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
