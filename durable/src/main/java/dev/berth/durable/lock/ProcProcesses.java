package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// Processes as Linux shows them under `/proc`.
final class ProcProcesses implements Processes {
    private static final Path PROC = Path.of("/proc");
    private static final Name STAT = Name.of("stat");
    private static final int MAXIMAL_BYTES = 4096;
    // Of the fields of /proc/PID/stat after the command's closing bracket, see proc(5).
    private static final int STATE = 0;
    private static final int STARTED = 19;

    private final FileLayer files;
    private final Identity self;
    private final int uid;
    private final boolean ours;

    private ProcProcesses(FileLayer files, Identity self, int uid, boolean ours) {
        this.files = files;
        this.self = self;
        this.uid = uid;
        this.ours = ours;
    }

    static Optional<ProcProcesses> open(FileLayer files) {
        try (var proc = files.open(PROC)) {
            return Optional.of(read(files, proc));
        } catch (FileFault notLinux) {
            return Optional.empty();
        }
    }

    private static ProcProcesses read(FileLayer files, Folder proc) throws FileFault {
        long pid = ProcessHandle.current().pid();
        String shown = proc.readLink(Name.of("self")).toString();
        // A /proc of another PID namespace has other numbers: then it tells nothing of anybody.
        boolean ours = shown.equals(Long.toString(pid));
        try (var mine = proc.folder(Name.of(shown));
                var namespaces = mine.folder(Name.of("ns"));
                var kernel = files.open(PROC.resolve("sys/kernel"));
                var random = kernel.folder(Name.of("random"))) {
            var self =
                    new Identity(
                            pid,
                            fields(text(mine, STAT))[STARTED],
                            text(random, Name.of("boot_id")).strip(),
                            text(kernel, Name.of("hostname")).strip(),
                            machineId(files),
                            namespaces.readLink(Name.of("pid")).toString());
            return new ProcProcesses(files, self, mine.stat().uid(), ours);
        }
    }

    @Override
    public Identity self() {
        return self;
    }

    @Override
    public Presence presence(long pid, int owner) {
        if (!ours) return new Presence.Hidden();
        try (var process = files.open(PROC.resolve(Long.toString(pid)))) {
            String[] fields = fields(text(process, STAT));
            // A zombie has let go of everything but its number.
            boolean dead = fields[STATE].equals("Z") || fields[STATE].equals("X");
            return dead ? new Presence.Gone() : new Presence.Running(fields[STARTED]);
        } catch (FileFault fault) {
            // ESRCH, when it ends while we read, arrives as OTHER.
            boolean absent = fault.is(Errno.ENOENT) || fault.is(Errno.OTHER);
            return absent && everyoneIsShown(owner) ? new Presence.Gone() : new Presence.Hidden();
        }
    }

    @Override
    public Duration uptime() {
        try (var proc = files.open(PROC)) {
            String seconds = text(proc, Name.of("uptime")).split(" ", 2)[0];
            return Duration.ofMillis(Math.round(Double.parseDouble(seconds) * 1000));
        } catch (FileFault fault) {
            // It was readable when this object was made.
            throw new IllegalStateException(fault);
        }
    }

    /// With `hidepid` a user sees its own processes alone; the first one is always there.
    private boolean everyoneIsShown(int owner) {
        if (uid == 0 || uid == owner) return true;
        try (var proc = files.open(PROC)) {
            return proc.stat(Name.of("1")).isPresent();
        } catch (FileFault fault) {
            return false;
        }
    }

    private static String machineId(FileLayer files) {
        try (var etc = files.open(Path.of("/etc"))) {
            return text(etc, Name.of("machine-id")).strip();
        } catch (FileFault none) {
            return "";
        }
    }

    /// The command's name may hold anything, brackets and spaces too: count from its last bracket.
    private static String[] fields(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= STARTED) throw new IllegalStateException("not proc(5)'s: " + stat);
        return fields;
    }

    /// In one read, so that the kernel makes the text once: its files claim a size of 0.
    private static String text(Folder folder, Name name) throws FileFault {
        byte[] bytes = new byte[MAXIMAL_BYTES];
        try (var file = folder.read(name)) {
            int count = file.read(MemorySegment.ofArray(bytes), 0);
            return new String(Arrays.copyOf(bytes, count), StandardCharsets.UTF_8);
        }
    }
}
