package dev.berth.runner.resident;

import dev.berth.disk.tree.Removal;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Input;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;

/// The files of a sandbox's last turn.
///
/// Those that tell of it have two names: one in `turns/<number>`, which no sandbox shows and by
/// which we read them, and one in `shared/<number>`, by which the resident finds them. So whatever
/// the inside does to names, ours lead to what the resident wrote. Every file is made before the
/// turn begins and written in place only: a full disk keeps no turn from ending.
final class Spool {
    static final Name OUT = Name.of("out");
    static final Name END = Name.of("end");
    static final Name KILLED = Name.of("killed");

    /// What the end says before the turn's own shell is there.
    static final String RUNS = "runs";

    private static final Name SCRIPT = Name.of("script");
    private static final Name IN = Name.of("in");
    private static final Name TURNS = Name.of("turns");
    private static final Set<Name> TOLD = Set.of(OUT, END, KILLED);
    private static final int PRIVATE = 0700;
    private static final int MOST_BYTES = 128;

    private final FileLayer files;
    private final Path run;
    private final Inside inside;

    Spool(FileLayer files, Path run, Inside inside) {
        this.files = files;
        this.run = run;
        this.inside = inside;
    }

    /// Makes the folder of our own names.
    static void prepare(Folder run) throws FileFault {
        run.makeFolder(TURNS, PRIVATE);
    }

    /// Makes a turn's files and removes all else from where they lie: the turns before it, what the
    /// resident was made of and has read, and whatever was put beside that from within.
    void make(int number, String script, Input input) throws FileFault, Failure {
        try (var open = files.open(run)) {
            inside.open(open, Resident.SHARED);
            try (var shared = open.folder(Resident.SHARED);
                    var turns = open.folder(TURNS)) {
                new Removal().content(turns);
                new Removal().content(shared);
                fill(turns, shared, name(number), script, input);
            } finally {
                inside.shut(open, Resident.SHARED);
            }
        }
    }

    private void fill(Folder turns, Folder shared, Name name, String script, Input input)
            throws FileFault, Failure {
        turns.makeFolder(name, PRIVATE);
        Inside.folder(shared, name);
        try (var ours = turns.folder(name);
                var shown = shared.folder(name)) {
            inside.file(ours, OUT, "");
            inside.file(ours, END, RUNS + " ".repeat(MOST_BYTES / 2) + "\n");
            inside.file(ours, KILLED, "not yet\n");
            for (var each : TOLD) ours.link(each, shown, each);
            inside.file(shown, IN, "");
            try (var in = shown.write(IN)) {
                input.writeTo(in);
            }
            inside.file(shown, SCRIPT, script);
        }
        inside.shut(shared, name);
    }

    /// Takes a turn's script away: what has not begun by then never will.
    void revoke(int number) throws Failure {
        try (var open = files.open(run)) {
            inside.open(open, Resident.SHARED);
            try (var shared = open.folder(Resident.SHARED)) {
                inside.open(shared, name(number));
                try (var shown = shared.folder(name(number))) {
                    shown.unlink(SCRIPT);
                }
            } finally {
                inside.shut(open, Resident.SHARED);
            }
        } catch (FileFault fault) {
            // It is where the resident does not find it either.
            assert fault.errno() != null;
        }
    }

    /// Reads output from `position` on.
    int read(int number, MemorySegment into, long position) throws FileFault {
        try (var open = files.open(run);
                var turns = open.folder(TURNS);
                var turn = turns.folder(name(number));
                var out = turn.read(OUT)) {
            return out.read(into, position);
        }
    }

    /// What was said of a turn so far, in whole lines and what may follow them.
    String told(int number, Name file) throws FileFault {
        byte[] bytes = new byte[MOST_BYTES];
        try (var open = files.open(run);
                var turns = open.folder(TURNS);
                var turn = turns.folder(name(number));
                var told = turn.read(file)) {
            int length = (int) told.readFully(MemorySegment.ofArray(bytes), 0);
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }
    }

    private static Name name(int number) {
        return Name.of(Integer.toString(number));
    }
}
