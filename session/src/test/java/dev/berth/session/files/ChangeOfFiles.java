package dev.berth.session.files;

import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;
import dev.berth.session.files.Placing.Commit;
import dev.berth.session.files.Placing.Placed;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// One change of [SmallVolume].
enum ChangeOfFiles {
    WRITE_A_FILE,
    REPLACE_A_FILE,
    UPLOAD,
    REMOVE_A_FILE,
    REMOVE_A_FOLDER;

    private List<String> written() {
        return switch (this) {
            case WRITE_A_FILE -> List.of("x/y/new");
            case REPLACE_A_FILE -> List.of("a");
            case UPLOAD -> List.of("a", "sub/b", "sub/more", "x/y/new", "x/other");
            case REMOVE_A_FILE, REMOVE_A_FOLDER -> List.of();
        };
    }

    private List<String> removed() {
        return switch (this) {
            case REMOVE_A_FILE -> List.of("sub/b");
            case REMOVE_A_FOLDER -> List.of("gone");
            case WRITE_A_FILE, REPLACE_A_FILE, UPLOAD -> List.of();
        };
    }

    /// What is there when it is done.
    Map<String, String> after() {
        var files = new TreeMap<>(SmallVolume.OLD);
        for (String gone : removed()) {
            files.keySet().removeIf(path -> path.equals(gone) || path.startsWith(gone + "/"));
        }
        for (String path : written()) {
            for (int at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
                files.put(path.substring(0, at + 1), "");
            }
            // Permissions stay.
            files.put(path, SmallVolume.shown("new", path.equals("a") ? 0755 : 0644));
        }
        return files;
    }

    void run(FileLayer files) throws Failure {
        run(files, _ -> Commit.NONE);
    }

    /// With something that makes it true, which is made of where the files wait.
    void run(FileLayer files, Function<Incoming, Commit> truth) throws Failure {
        try (var incoming = Incoming.open(files, SmallVolume.HOME, new SecureRandom());
                var tree = files.open(SmallVolume.TREE)) {
            var placing = new Placing(incoming, tree, SmallVolume.ADDRESS);
            var placed = new ArrayList<Placed>();
            for (String path : written()) {
                var content = new ByteArrayInputStream("new".getBytes(StandardCharsets.UTF_8));
                var waiting = incoming.take(into -> read(content, into));
                placed.add(new Placed(FilePath.parse(path), waiting, false));
            }
            var commit = truth.apply(incoming);
            if (!placed.isEmpty()) placing.place(Volume.WORKSPACE, placed, commit);
            for (String path : removed()) {
                placing.remove(Volume.WORKSPACE, FilePath.parse(path), true, commit);
            }
        } catch (FileFault fault) {
            throw fault.asFailure("the tree");
        }
    }

    private static int read(ByteArrayInputStream content, byte[] into) {
        try {
            return content.read(into);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
