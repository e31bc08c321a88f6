package dev.berth.vault.jgit;

import java.util.stream.Stream;

/// What all bytes of a file say about its lines.
final class Lines {
    private Lines() {}

    /// Whether all of them are text: a zero byte anywhere says that one is not.
    static boolean areIn(byte[]... files) {
        return Stream.of(files).allMatch(file -> count(file, (byte) 0, false) == 0);
    }

    /// How most lines end, in the first of these files that has any line ends.
    static String end(byte[]... files) {
        for (byte[] file : files) {
            int all = count(file, (byte) '\n', false);
            if (all > 0) return count(file, (byte) '\n', true) * 2 > all ? "\r\n" : "\n";
        }
        return "\n";
    }

    private static int count(byte[] bytes, byte wanted, boolean afterReturn) {
        int count = 0;
        for (int i = 0; i < bytes.length; i++) {
            boolean counts = !afterReturn || (i > 0 && bytes[i - 1] == '\r');
            if (bytes[i] == wanted && counts) count++;
        }
        return count;
    }
}
