package dev.berth.durable.lock;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where a holder is about to write, or has a staged file: the folders below the lock's scope, then
/// the file's own name or its temporary one.
///
/// Written as a path. A note that is cut short means nothing: its writer had not yet asked whether
/// it still holds, and will be told no.
record Note(List<Name> path) {
    private static final String PREFIX = "staged-";
    private static final int MAXIMAL_BYTES = 16 * 1024;
    private static final byte END = '\n';

    Note {
        path = List.copyOf(path);
    }

    static Name name(int number) {
        return Name.of(PREFIX + number);
    }

    static boolean isNote(Name name) {
        return name.text().filter(text -> text.startsWith(PREFIX)).isPresent();
    }

    byte[] encode() {
        var bytes = new ByteArrayOutputStream();
        for (var step : path) {
            bytes.write('/');
            bytes.writeBytes(step.bytes());
        }
        // Twice NUL cannot be in a path: it tells a whole note from one cut short.
        bytes.write(0);
        bytes.write(END);
        return bytes.toByteArray();
    }

    static Note read(Folder folder, Name name) throws FileFault {
        try (var file = folder.read(name)) {
            return decode(file.readAll(MAXIMAL_BYTES));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return new Note(List.of());
            throw fault;
        }
    }

    static Note decode(byte[] bytes) {
        int end = bytes.length - 2;
        if (end < 1 || bytes[end] != 0 || bytes[end + 1] != END) return new Note(List.of());
        var path = new ArrayList<Name>();
        int from = 1;
        for (int at = 1; at <= end; at++) {
            if (at < end && bytes[at] != '/') continue;
            var step = Name.parse(Arrays.copyOfRange(bytes, from, at));
            if (step.isEmpty()) return new Note(List.of());
            path.add(step.get());
            from = at + 1;
        }
        return new Note(path);
    }

    /// Removes the staged file, so that its writer's rename finds nothing.
    void fence(Folder scope) throws FileFault {
        if (path.isEmpty()) return;
        var opened = new ArrayList<Folder>();
        try {
            Folder at = scope;
            for (var step : path.subList(0, path.size() - 1)) {
                at = at.folder(step);
                opened.add(at);
            }
            fence(at, path.getLast());
        } catch (FileFault fault) {
            // No such folder: nothing can be renamed into it either.
            if (!fault.is(Errno.ENOENT)) throw fault;
        } finally {
            opened.forEach(Folder::close);
        }
    }

    // Only what a write of ours would have made: a note must not talk us into other files.
    private static void fence(Folder folder, Name name) throws FileFault {
        if (AtomicFile.isTemporary(name)) {
            remove(folder, name);
            return;
        }
        for (var entry : folder.list()) {
            boolean file = entry.kind() == FileStat.Kind.FILE;
            if (file && AtomicFile.isTemporaryOf(entry.name(), name)) remove(folder, entry.name());
        }
    }

    private static void remove(Folder folder, Name temporary) throws FileFault {
        try {
            folder.unlink(temporary);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }
}
