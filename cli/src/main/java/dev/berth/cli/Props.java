package dev.berth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// Trees for a [Rehearsal]: enough files for the compilers to learn what is done for each.
record Props(FileLayer files, Path stage) {
    private static final int FOLDERS = 100;
    private static final int FILES_EACH = 40;
    private static final int MOST_BYTES = 16 << 10;
    private static final int LARGE_BYTES = 24 << 20;
    private static final int MOST_NOTE_BYTES = 400;
    private static final int LARGE_NOTE_BYTES = 1 << 20;

    /// Files of one kind in one folder.
    void text(String name) {
        byte[] text = "words that are packed and unpacked again ".repeat(100).getBytes(UTF_8);
        fill(
                name,
                tree -> {
                    for (int i = 0; i < 1000; i++) {
                        put(tree, "file" + i + ".txt", MemorySegment.ofArray(text).asSlice(i));
                    }
                });
    }

    /// A project: many folders of files that differ, and a large one.
    void project(String name) {
        project(name, MOST_BYTES, LARGE_BYTES);
    }

    /// The same with as many files and little in them.
    void notes(String name) {
        project(name, MOST_NOTE_BYTES, LARGE_NOTE_BYTES);
    }

    private void project(String name, int mostBytes, int largeBytes) {
        var random = new SplittableRandom(1);
        fill(
                name,
                tree -> {
                    for (int i = 0; i < FOLDERS; i++) {
                        var at = Name.of("folder" + i);
                        tree.makeFolder(at, 0755);
                        try (Folder folder = tree.folder(at)) {
                            for (int j = 0; j < FILES_EACH; j++) {
                                byte[] bytes = bytes(random, random.nextInt(1, mostBytes));
                                put(folder, "file" + j, MemorySegment.ofArray(bytes));
                            }
                            deeper(folder);
                        }
                    }
                    put(tree, "large", MemorySegment.ofArray(bytes(random, largeBytes)));
                });
    }

    /// A folder of a folder, as there are in a real one.
    private static void deeper(Folder folder) throws FileFault {
        var below = Name.of("below");
        folder.makeFolder(below, 0755);
        try (Folder deeper = folder.folder(below)) {
            put(deeper, "file", MemorySegment.ofArray("deep".getBytes(UTF_8)));
        }
    }

    /// What an agent does to a project: a new file here and there.
    void turn(String name) {
        try (Folder folder = files.open(stage);
                Folder tree = folder.folder(Name.of(name))) {
            for (int i = 0; i < FOLDERS; i += 10) {
                try (Folder changed = tree.folder(Name.of("folder" + i))) {
                    put(changed, "new", MemorySegment.ofArray(("new " + i).getBytes(UTF_8)));
                }
            }
        } catch (FileFault fault) {
            // As in [#fill].
        }
    }

    /// What packs to about a half.
    private static byte[] bytes(SplittableRandom random, int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        for (int i = 0; i < length; i++) bytes[i] &= 0xf;
        return bytes;
    }

    private interface Filling {
        void fill(Folder tree) throws FileFault;
    }

    private void fill(String name, Filling filling) {
        try (Folder folder = files.open(stage)) {
            folder.makeFolder(Name.of(name), 0755);
            try (Folder tree = folder.folder(Name.of(name))) {
                filling.fill(tree);
            }
        } catch (FileFault fault) {
            // Then it is rehearsed on less; the command still runs, only slower.
        }
    }

    private static void put(Folder in, String name, MemorySegment bytes) throws FileFault {
        try (var file = in.create(Name.of(name), 0644)) {
            file.writeFully(bytes, 0);
        }
    }
}
