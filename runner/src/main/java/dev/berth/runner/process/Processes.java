package dev.berth.runner.process;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.resident.Program;
import dev.berth.runner.resident.Until;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The processes of this machine, as `/proc` shows them.
final class Processes {
    private static final Path PROC = Path.of("/proc");
    private static final int MAXIMAL_BYTES = 256 << 10;
    // A program that must first be read from a busy disk takes that long to begin.
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final FileLayer files;

    Processes(FileLayer files) {
        this.files = files;
    }

    /// Whether process `pid` lives and has `mark` among its words. While a process becomes another
    /// program it has none for a moment, so silence is believed only when it lasts.
    boolean isMarked(long pid, String mark) throws Failure {
        var words = new String[] {""};
        Until.within(
                SILENCE,
                () -> {
                    words[0] = text(pid, "cmdline");
                    return !words[0].isEmpty() || isOver(pid);
                });
        return words[0].contains(mark);
    }

    private boolean isOver(long pid) {
        return "ZX".indexOf(state(pid)) >= 0;
    }

    /// All with `mark` in their environment.
    List<Long> marked(String mark) throws Failure {
        return those(pid -> text(pid, "environ").contains(mark));
    }

    /// All in the PID namespace of that number.
    List<Long> inNamespace(long number) throws Failure {
        return those(pid -> namespace(pid).equals("pid:[" + number + "]"));
    }

    /// The PID namespace of a process as the kernel names it; empty when there is no such process.
    String namespace(long pid) {
        try (var folder = files.open(PROC.resolve(Long.toString(pid)).resolve("ns"))) {
            return folder.readLink(Name.of("pid")).toString();
        } catch (FileFault gone) {
            return "";
        }
    }

    /// Sends a signal to whichever of them still live.
    static void signal(String signal, List<Long> pids) throws Failure {
        if (pids.isEmpty()) return;
        var words = new ArrayList<>(List.of("sh", "-c", "kill -$0 \"$@\" 2>/dev/null; :", signal));
        pids.forEach(pid -> words.add(Long.toString(pid)));
        Program.run(words);
    }

    /// Stops all of a group that may have children meanwhile; returns when they stand still.
    void stop(Group group) throws Failure {
        Set<Long> stopped = new HashSet<>();
        boolean still =
                Until.within(
                        BOUND,
                        () -> {
                            var others = new ArrayList<>(group.members());
                            others.removeAll(stopped);
                            signal("STOP", others);
                            stopped.addAll(others);
                            return others.isEmpty() && standStill(group.members());
                        });
        if (!still) {
            throw new Failure.Unavailable(
                    "the sandbox does not stand still", "stop the session's runner");
        }
    }

    private boolean standStill(List<Long> pids) {
        return pids.stream().allMatch(pid -> isStopped(pid) || lentItself(pid, pids));
    }

    private boolean isStopped(long pid) {
        return "TtZX".indexOf(state(pid)) >= 0;
    }

    /// A parent that waits for its child to become another program (`vfork`) does not run, and does
    /// not count as stopped either, for as long as the child is.
    private boolean lentItself(long pid, List<Long> others) {
        return state(pid) == 'D'
                && others.stream().anyMatch(each -> parent(each) == pid && isStopped(each));
    }

    private long parent(long pid) {
        String stat = text(pid, "stat");
        if (stat.isEmpty()) return 0;
        return Long.parseLong(stat.substring(stat.lastIndexOf(") ") + 4).split(" ", 2)[0]);
    }

    /// As the kernel abbreviates it; `X`, dead, when there is no such process.
    private char state(long pid) {
        String stat = text(pid, "stat");
        return stat.isEmpty() ? 'X' : stat.charAt(stat.lastIndexOf(") ") + 2);
    }

    private List<Long> those(Test test) throws Failure {
        var found = new ArrayList<Long>();
        try (var proc = files.open(PROC)) {
            for (var entry : proc.list()) {
                String name = entry.name().toString();
                if (!name.chars().allMatch(Character::isDigit)) continue;
                long pid = Long.parseLong(name);
                if (test.holds(pid)) found.add(pid);
            }
        } catch (FileFault fault) {
            throw fault.asFailure(PROC.toString());
        }
        return found;
    }

    /// What a process tells of itself; empty when it is gone or none of our business.
    private String text(long pid, String file) {
        try (var folder = files.open(PROC.resolve(Long.toString(pid)))) {
            return text(folder, file);
        } catch (FileFault gone) {
            return "";
        }
    }

    /// In one call: a process that becomes another program between two would answer with half of
    /// each.
    private static String text(Folder folder, String file) throws FileFault {
        try (var open = folder.read(Name.of(file));
                var arena = Arena.ofConfined()) {
            var bytes = arena.allocate(MAXIMAL_BYTES);
            int length = open.read(bytes, 0);
            byte[] told = bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
            return new String(told, StandardCharsets.ISO_8859_1);
        }
    }

    /// Processes that come and go.
    interface Group {
        List<Long> members() throws Failure;
    }

    private interface Test {
        boolean holds(long pid);
    }
}
