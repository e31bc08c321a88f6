package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/// 256 MiB that do not pack, and 512 MiB of lines that do. A turn inserts a byte at the front of
/// the first and touches the second.
final class LargeFiles {
    static final String NOISE = "noise.bin";
    static final String LINES = "lines.jsonl";
    private static final int NOISE_BYTES = 256 << 20;
    private static final int LINES_BYTES = 512 << 20;
    private static final int PIECE = 1 << 20;

    private LargeFiles() {}

    static void fill(Tree tree, double scale) throws FileFault {
        var random = new SplittableRandom(3);
        try (var file = tree.parent(NOISE).create(Tree.last(NOISE), 0644)) {
            var piece = new byte[PIECE];
            for (long at = 0; at < NOISE_BYTES * scale; at += PIECE) {
                random.nextBytes(piece);
                file.writeFully(MemorySegment.ofArray(piece), at);
            }
            file.setModified(Tree.EPOCH_SECONDS, 0);
        }
        try (var file = tree.parent(LINES).create(Tree.last(LINES), 0644)) {
            long at = 0;
            while (at < LINES_BYTES * scale) {
                byte[] piece = lines(random);
                file.writeFully(MemorySegment.ofArray(piece), at);
                at += piece.length;
            }
            file.setModified(Tree.EPOCH_SECONDS, 0);
        }
    }

    static void turn(Tree tree, int round) throws FileFault {
        byte[] before = tree.read(NOISE);
        var after = new byte[before.length + 1];
        after[0] = (byte) round;
        System.arraycopy(before, 0, after, 1, before.length);
        tree.replace(NOISE, after, Tree.EPOCH_SECONDS + round + 1);
        tree.touch(LINES, Tree.EPOCH_SECONDS + round + 1);
    }

    private static byte[] lines(SplittableRandom random) {
        var text = new StringBuilder(PIECE + 256);
        while (text.length() < PIECE) {
            text.append("{\"id\":").append(random.nextInt(1 << 30));
            text.append(",\"user\":\"user-").append(random.nextInt(5000));
            text.append("\",\"score\":").append(random.nextInt(1000));
            text.append(",\"token\":\"").append(Long.toHexString(random.nextLong()));
            text.append("\",\"ok\":").append(random.nextBoolean()).append("}\n");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
