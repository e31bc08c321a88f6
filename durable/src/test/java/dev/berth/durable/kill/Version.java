package dev.berth.durable.kill;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/// The content of one file at one version: its name and number and a tail that follows from them,
/// so that whoever reads some bytes can tell whether they are whole, and which ones they are.
record Version(String file, long number) {
    private static final int MOST_BYTES = 100_000;

    byte[] bytes() {
        var random = new SplittableRandom(31 * number + file.hashCode());
        byte[] head = "%s %d%n".formatted(file, number).getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = new byte[head.length + random.nextInt(MOST_BYTES)];
        random.nextBytes(bytes);
        System.arraycopy(head, 0, bytes, 0, head.length);
        return bytes;
    }

    /// The version that `bytes` claim to be, checked byte by byte.
    static Version of(String file, byte[] bytes) {
        var head = new String(bytes, 0, Math.min(60, bytes.length), StandardCharsets.ISO_8859_1);
        String[] words = head.split("[ \n]", 3);
        var version = new Version(file, Long.parseLong(words[1]));
        if (!words[0].equals(file) || !Arrays.equals(version.bytes(), bytes)) {
            throw new AssertionError("%d bytes, not whole: %s".formatted(bytes.length, version));
        }
        return version;
    }
}
