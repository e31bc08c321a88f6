package dev.berth.durable.modelled;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// What a user of files does, and what may be seen of it meanwhile.
///
/// Creating, overwriting, removing and making folders are the room's own operations. It has none
/// for appending and for renaming, and these are done here as its users do them, with what it has:
///
/// - *Appending* is reading the whole file and writing it whole. Bytes added to a file in place can
///   be cut short by a crash, which no caller of this room may see; what does grow in place
///   elsewhere is a format of its own, with its own crash tests.
/// - *Renaming* is [Folder#rename] and then the sync of each folder that it changed, the new name's
///   first, as the contract of [Folder] asks. A rename needs no temporary and leaves none, so there
///   is nothing that an operation around the two calls would add.
enum Operation {
    CREATE_A,
    CREATE_BELOW,
    OVERWRITE_A,
    OVERWRITE_B,
    OVERWRITE_BELOW,
    APPEND_A,
    APPEND_BELOW,
    REMOVE_A,
    REMOVE_BELOW,
    RENAME_A_TO_B,
    MOVE_A_BELOW,
    RENAME_FOLDER,
    MAKE_FOLDER,
    MAKE_FOLDERS;

    private static final Name A = Name.of("a");
    private static final Name B = Name.of("b");
    private static final Name D = Name.of("d");
    private static final Name E = Name.of("e");
    private static final Name F = Name.of("f");
    private static final int MODE = 0700;

    /// The changes that it makes one after the other, seen from `now`: a crash may leave the first
    /// few of them, whatever the file system was before; an acknowledged operation has made all.
    List<UnaryOperator<View>> changes(View now, String text) {
        UnaryOperator<View> makeD = view -> view.with("d/", "");
        return switch (this) {
            case CREATE_A -> now.has("a") ? List.of() : List.of(view -> view.with("a", text));
            case CREATE_BELOW ->
                    now.has("d/a") ? List.of(makeD) : List.of(makeD, v -> v.with("d/a", text));
            case OVERWRITE_A -> List.of(view -> view.with("a", text));
            case OVERWRITE_B -> List.of(view -> view.with("b", text));
            case OVERWRITE_BELOW -> List.of(makeD, view -> view.with("d/a", text));
            case APPEND_A -> List.of(view -> view.with("a", now.content("a") + text));
            case APPEND_BELOW ->
                    List.of(makeD, view -> view.with("d/a", now.content("d/a") + text));
            case REMOVE_A -> now.has("a") ? List.of(view -> view.without("a")) : List.of();
            case REMOVE_BELOW -> now.has("d/a") ? List.of(v -> v.without("d/a")) : List.of();
            case RENAME_A_TO_B -> moveA(now, "b", List.of());
            case MOVE_A_BELOW -> moveA(now, "d/a", List.of(makeD));
            case RENAME_FOLDER ->
                    now.has("d/") && !now.has("f/")
                            ? List.of(view -> view.moved("d/", "f/"))
                            : List.of();
            case MAKE_FOLDER -> List.of(makeD);
            case MAKE_FOLDERS -> List.of(makeD, view -> view.with("d/e/", ""));
        };
    }

    /// Does it; whatever is refused, as an existing file to [#CREATE_A], is no surprise.
    void run(Folder root, String text) throws Failure, FileFault {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        switch (this) {
            case CREATE_A -> createUnlessThere(root, bytes);
            case CREATE_BELOW -> {
                try (var d = AtomicFile.folders(root, MODE, D)) {
                    createUnlessThere(d, bytes);
                }
            }
            case OVERWRITE_A -> AtomicFile.write(root, A, bytes);
            case OVERWRITE_B -> AtomicFile.write(root, B, bytes);
            case OVERWRITE_BELOW -> {
                try (var d = AtomicFile.folders(root, MODE, D)) {
                    AtomicFile.write(d, A, bytes);
                }
            }
            case APPEND_A -> append(root, text);
            case APPEND_BELOW -> {
                try (var d = AtomicFile.folders(root, MODE, D)) {
                    append(d, text);
                }
            }
            case REMOVE_A -> removeIfThere(root);
            case REMOVE_BELOW -> {
                if (root.stat(D).isEmpty()) return;
                try (var d = root.folder(D)) {
                    removeIfThere(d);
                }
            }
            case RENAME_A_TO_B -> {
                if (root.stat(A).isEmpty()) return;
                root.rename(A, root, B);
                root.sync();
            }
            case MOVE_A_BELOW -> {
                if (root.stat(A).isEmpty()) return;
                try (var d = AtomicFile.folders(root, MODE, D)) {
                    root.rename(A, d, A);
                    d.sync();
                }
                root.sync();
            }
            case RENAME_FOLDER -> {
                if (root.stat(D).isEmpty() || root.stat(F).isPresent()) return;
                root.rename(D, root, F);
                root.sync();
            }
            case MAKE_FOLDER -> AtomicFile.folders(root, MODE, D).close();
            case MAKE_FOLDERS -> AtomicFile.folders(root, MODE, D, E).close();
        }
    }

    private static List<UnaryOperator<View>> moveA(
            View now, String to, List<UnaryOperator<View>> first) {
        if (!now.has("a")) return List.of();
        // A file that was moved may be seen under both names for a while, never under none.
        var changes = new ArrayList<>(first);
        changes.add(view -> view.with(to, now.content("a")));
        changes.add(view -> view.without("a"));
        return changes;
    }

    private static void createUnlessThere(Folder folder, byte[] bytes) throws Failure {
        try {
            AtomicFile.create(folder, A, bytes, AtomicFile.PRIVATE);
        } catch (Failure.Conflict expected) {
            // Another file has the name, and keeps it.
        }
    }

    private static void removeIfThere(Folder folder) throws Failure {
        try {
            AtomicFile.remove(folder, A);
        } catch (Failure.NotFound expected) {
            // There was none.
        }
    }

    private static void append(Folder folder, String text) throws Failure {
        byte[] before = AtomicFile.readIfThere(folder, A, 1 << 20).orElse(new byte[0]);
        var longer = new String(before, StandardCharsets.ISO_8859_1) + text;
        AtomicFile.write(folder, A, longer.getBytes(StandardCharsets.ISO_8859_1));
    }
}
