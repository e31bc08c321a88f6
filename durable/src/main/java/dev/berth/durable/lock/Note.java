package dev.berth.durable.lock;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Where a holder has a staged file, or will have: the folders below the lock's scope, then the
/// temporary name.
///
/// Written as a path. A note that is cut short means nothing: its writer had not yet asked whether
/// it still holds, and will be told no.
record Note(List<Name> path) {
    private static final String PREFIX = "staged-";
    private static final int MAXIMAL_BYTES = 16 * 1024;
    private static final byte END = '\n';

    Note {
        path = List.copyOf(path);
        if (path.isEmpty()) throw new IllegalArgumentException("a note of nothing");
    }

    static Name name(int number) {
        return Name.of(PREFIX + number);
    }

    static boolean isNote(Name name) {
        return name.text().filter(text -> text.startsWith(PREFIX)).isPresent();
    }

    /// A NUL, the path, a NUL, a line end: NUL cannot be in a path, so that a whole note is told
    /// from one cut short, and notes from what stands in front of them.
    byte[] encode() {
        var bytes = new ByteArrayOutputStream();
        bytes.write(0);
        for (var step : path) {
            bytes.write('/');
            bytes.writeBytes(step.bytes());
        }
        bytes.write(0);
        bytes.write(END);
        return bytes.toByteArray();
    }

    /// All whole notes among these bytes.
    static List<Note> all(byte[] bytes) {
        var notes = new ArrayList<Note>();
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] != 0) continue;
            int end = at + 1;
            while (end < bytes.length && bytes[end] != 0) end++;
            if (end + 1 < bytes.length && bytes[end + 1] == END) {
                path(bytes, at + 1, end).ifPresent(path -> notes.add(new Note(path)));
                at = end + 1;
            }
        }
        return notes;
    }

    /// Those in a file; none when it is gone.
    static List<Note> read(Folder folder, Name name) throws FileFault {
        try (var file = folder.read(name)) {
            return all(file.readAll(MAXIMAL_BYTES));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return List.of();
            throw fault;
        }
    }

    private static Optional<List<Name>> path(byte[] bytes, int from, int end) {
        var path = new ArrayList<Name>();
        if (from == end || bytes[from] != '/') return Optional.empty();
        int start = from + 1;
        for (int at = start; at <= end; at++) {
            if (at < end && bytes[at] != '/') continue;
            var step = Name.parse(Arrays.copyOfRange(bytes, start, at));
            if (step.isEmpty()) return Optional.empty();
            path.add(step.get());
            start = at + 1;
        }
        return Optional.of(path);
    }

    /// Removes the staged file, so that its writer's rename finds nothing.
    void fence(Folder scope) throws FileFault {
        // Only what a write of ours would have made: a note must not talk us into other files.
        if (!AtomicFile.isTemporary(path.getLast())) return;
        var opened = new ArrayList<Folder>();
        try {
            Folder at = scope;
            for (var step : path.subList(0, path.size() - 1)) {
                at = at.folder(step);
                opened.add(at);
            }
            at.unlink(path.getLast());
        } catch (FileFault fault) {
            // Where no folder is on the way any more, nothing can be published that way either.
            boolean unreachable = fault.is(Errno.ENOTDIR) || fault.is(Errno.ELOOP);
            if (!fault.is(Errno.ENOENT) && !unreachable) throw fault;
        } finally {
            opened.forEach(Folder::close);
        }
    }
}
