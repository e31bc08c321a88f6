package dev.berth.bench.disk;

import dev.berth.bench.Comparison;
import dev.berth.bench.Comparison.Result;
import dev.berth.bench.Contender;
import dev.berth.bench.Made;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Pack and unpack of 20,000 small files by commands, each from its start to its end.
final class Moves {
    private static final int FOLDERS = 200;
    private static final int FILES_EACH = 100;

    private final Path path;
    private final Made made;

    private Moves(Path path, Folder folder) {
        this.path = path;
        this.made = new Made(folder, "made");
    }

    static List<Result> measure(Path path, Folder folder, int rounds, Path berth) throws Exception {
        var moves = new Moves(path, folder);
        moves.fill(folder);
        String command = berth.toAbsolutePath().normalize().toString();
        var pack =
                new Comparison(
                        "pack of 20,000 small files",
                        1,
                        1.0,
                        List.of(
                                moves.command("sqlite3 -A", "sqlite3", "made", "-Ac", "tree"),
                                moves.command("tar", "tar", "cf", "made", "tree"),
                                moves.command(
                                        "berth disk pack",
                                        command,
                                        "disk",
                                        "pack",
                                        "tree",
                                        "made")));
        var results = new ArrayList<Result>();
        results.add(pack.measure(rounds));
        moves.run("sqlite3", "a.sqlar", "-Ac", "tree");
        moves.run("tar", "cf", "a.tar", "tree");
        moves.run(command, "disk", "pack", "tree", "a.sqlite");
        var unpack =
                new Comparison(
                        "unpack of 20,000 small files",
                        1,
                        1.0,
                        List.of(
                                moves.command(
                                        "sqlite3 -A",
                                        "sh",
                                        "-c",
                                        "mkdir made && cd made && exec sqlite3 ../a.sqlar -Ax"),
                                moves.command(
                                        "tar",
                                        "sh",
                                        "-c",
                                        "mkdir made && exec tar xf a.tar -C made"),
                                moves.command(
                                        "berth disk unpack",
                                        command,
                                        "disk",
                                        "unpack",
                                        "a.sqlite",
                                        "made")));
        results.add(unpack.measure(rounds));
        return results;
    }

    private void fill(Folder root) throws FileFault {
        var random = new SplittableRandom(1);
        root.makeFolder(Name.of("tree"), 0755);
        try (var tree = root.folder(Name.of("tree"))) {
            for (int i = 0; i < FOLDERS; i++) {
                tree.makeFolder(Name.of("d" + i), 0755);
                try (var below = tree.folder(Name.of("d" + i))) {
                    for (int j = 0; j < FILES_EACH; j++) {
                        byte[] content = new byte[random.nextInt(200, 4096)];
                        for (int k = 0; k < content.length; k++) {
                            content[k] = (byte) random.nextInt('a', 'p');
                        }
                        try (var file = below.create(Name.of("f" + j), 0644)) {
                            file.writeFully(MemorySegment.ofArray(content), 0);
                        }
                    }
                }
            }
        }
    }

    private Contender command(String title, String... line) {
        return new Contender() {
            @Override
            public String title() {
                return title;
            }

            @Override
            public long run(int times) throws Exception {
                long nanos = 0;
                for (int i = 0; i < times; i++) {
                    made.moveAway();
                    long start = System.nanoTime();
                    Moves.this.run(line);
                    nanos += System.nanoTime() - start;
                }
                return nanos;
            }
        };
    }

    private void run(String... line) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(line)
                        .directory(path.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int code = process.waitFor();
        if (code != 0) throw new IOException(String.join(" ", line) + " ended with " + code);
    }
}
