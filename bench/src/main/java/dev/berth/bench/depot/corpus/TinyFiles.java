package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;

/// 100,000 files of 200 bytes to 4 KiB in 1,000 folders: one in ten is the same as an earlier one,
/// one in seven does not pack.
final class TinyFiles {
    private static final int FOLDERS = 1000;
    private static final int FILES_EACH = 100;

    private TinyFiles() {}

    static void fill(Tree tree, double scale) throws FileFault {
        var words = new Words(2);
        var random = words.random();
        byte[] earlier = words.text(1000);
        int folders = (int) Math.max(1, FOLDERS * scale);
        for (int folder = 0; folder < folders; folder++) {
            for (int file = 0; file < FILES_EACH; file++) {
                byte[] content = earlier;
                if (random.nextInt(10) > 0) {
                    int length = random.nextInt(200, 4097);
                    content = random.nextInt(7) == 0 ? words.noise(length) : words.text(length);
                }
                if (random.nextInt(50) == 0) earlier = content;
                String path = "g%02d/d%02d/f%02d".formatted(folder / 32, folder % 32, file);
                tree.put(path, content, 0644, Tree.EPOCH_SECONDS + file);
            }
        }
    }
}
