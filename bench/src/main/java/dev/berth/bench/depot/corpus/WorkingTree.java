package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A project with its dependencies: copies of what packages have put on this machine, filled up
/// with text by a seed to the same number of files and bytes where there is less, and a history in
/// `.git`.
final class WorkingTree {
    private static final int MEGABYTE = 1_000_000;

    private final Tree tree;
    private final double scale;
    private final Words words = new Words(1);

    WorkingTree(Tree tree, double scale) {
        this.tree = tree;
        this.scale = scale;
    }

    /// A folder of the project, where its files come from, and how much of it there is to be.
    private record Part(String folder, String ending, int files, int megabytes, List<Path> from) {}

    private static final List<Part> PARTS =
            List.of(
                    part(
                            "node_modules",
                            ".js",
                            14_000,
                            170,
                            "/usr/lib/node_modules",
                            "/usr/share/nodejs"),
                    part(
                            "venv/lib",
                            ".py",
                            6_000,
                            120,
                            "/usr/lib/python3",
                            "/usr/lib/python3.11",
                            "/usr/lib/python3.13"),
                    part("include", ".h", 7_500, 100, "/usr/include"),
                    part("docs", ".html", 8_000, 90, "/usr/share/doc", "/usr/share"),
                    part("jdk", ".bin", 150, 150, System.getProperty("java.home") + "/lib"),
                    part("bin", ".bin", 200, 60, "/usr/bin"));

    private static Part part(
            String folder, String ending, int files, int megabytes, String... from) {
        return new Part(
                folder, ending, files, megabytes, List.of(from).stream().map(Path::of).toList());
    }

    void fill() throws FileFault, IOException, InterruptedException {
        made("src", ".txt", (int) (2_000 * scale), (long) (15 * MEGABYTE * scale));
        new History(tree, words).make();
        for (var part : PARTS) {
            long files = Math.max(1, (long) (part.files * scale));
            long bytes = (long) ((long) part.megabytes * MEGABYTE * scale);
            var gathering = new Gathering(tree, part.folder, files, bytes);
            for (Path from : part.from) gathering.take(from);
            made(part.folder + "/made", part.ending, gathering.filesLeft(), gathering.bytesLeft());
        }
    }

    /// Files by seed, in folders of about twenty.
    private void made(String folder, String ending, long files, long bytes) throws FileFault {
        boolean binary = ending.equals(".bin");
        for (long i = 0; i < files; i++) {
            double mean = Math.max(100, bytes / (double) files);
            String path =
                    "%s/p%03d/lib%d/m%02d%s".formatted(folder, i / 60, i / 20 % 3, i % 20, ending);
            int length = words.length(mean);
            byte[] content = binary && i % 2 == 0 ? words.noise(length) : words.text(length);
            tree.put(path, content, 0644, Tree.EPOCH_SECONDS + i);
        }
    }
}
