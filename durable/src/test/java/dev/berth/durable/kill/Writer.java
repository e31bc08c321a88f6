package dev.berth.durable.kill;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The process that is killed: writes version after version, and says so when each is durable.
public final class Writer {
    /// The last one lies in a folder that the process may have to make first.
    static final List<String> FILES = List.of("one", "two", "three");

    static final int LIMIT_BYTES = 1 << 20;

    private final Folder root;
    // Not System.out: a line must be in the pipe when the write returns, and in one piece.
    private final OutputStream acknowledgements = new FileOutputStream(FileDescriptor.out);

    private Writer(Folder root) {
        this.root = root;
    }

    public static void main(String[] arguments) throws Exception {
        try (var root = SystemFiles.here().open(Path.of(arguments[0]))) {
            new Writer(root).writeForEver(arguments[1]);
        }
    }

    private void writeForEver(String folderName) throws Exception {
        try (var below = AtomicFile.folders(root, 0700, Name.of("below"), Name.of(folderName))) {
            long first = sweepAndFind(below);
            say("ready");
            for (long number = first; ; number++) {
                for (String file : FILES) {
                    var version = new Version(file, number);
                    AtomicFile.write(place(file, below), Name.of(file), version.bytes());
                    say(file + " " + number);
                }
            }
        }
    }

    // One writer at a time is at work here: whatever temporary there is, is of a dead one.
    private long sweepAndFind(Folder below) throws Exception {
        AtomicFile.sweepTemporaries(root);
        try (var outer = root.folder(Name.of("below"))) {
            for (var entry : outer.list()) {
                try (var inner = outer.folder(entry.name())) {
                    AtomicFile.sweepTemporaries(inner);
                }
            }
        }
        long latest = 0;
        for (String file : FILES) {
            var bytes = AtomicFile.readIfThere(place(file, below), Name.of(file), LIMIT_BYTES);
            if (bytes.isPresent()) {
                latest = Math.max(latest, Version.of(file, bytes.get()).number());
            }
        }
        return latest + 1;
    }

    private Folder place(String file, Folder below) {
        return file.equals("three") ? below : root;
    }

    private void say(String line) throws Exception {
        acknowledgements.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        acknowledgements.flush();
    }
}
