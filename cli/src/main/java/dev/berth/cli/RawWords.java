package dev.berth.cli;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The typed words as the system has them. The JVM makes U+FFFD of bytes that are not UTF-8, so
/// that two names become one, and neither is the one that was meant.
final class RawWords {
    private static final int MAX_BYTES = 4 << 20;

    private RawWords() {}

    /// Refuses words that were not decoded as they were typed.
    static void refuseUnreadable(FileLayer files, String... typed) throws Failure {
        for (var word : typed) {
            if (!isSuspect(word)) continue;
            compare(commandLine(files), typed);
            return;
        }
    }

    /// As above, given this process's command line, which ends with the words; empty when unknown.
    static void compare(byte[] commandLine, String... typed) throws Failure {
        var all = split(commandLine);
        for (int i = 0; i < typed.length; i++) {
            if (!isSuspect(typed[i])) continue;
            int at = all.size() - typed.length + i;
            byte[] raw = at < 0 ? new byte[0] : all.get(at);
            if (isExactly(typed[i], raw)) continue;
            boolean known = new String(raw, StandardCharsets.UTF_8).equals(typed[i]);
            throw new Failure.Malformed(
                    "'%s' is not a name in UTF-8".formatted(known ? escaped(raw) : typed[i]),
                    "use one that is");
        }
    }

    private static boolean isSuspect(String word) {
        for (int i = 0; i < word.length(); ) {
            int c = word.codePointAt(i);
            if (c == 0xfffd || (c >= 0xd800 && c <= 0xdfff)) return true;
            i += Character.charCount(c);
        }
        return false;
    }

    private static boolean isExactly(String word, byte[] raw) {
        try {
            var decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw));
            return decoded.toString().equals(word);
        } catch (CharacterCodingException notUtf8) {
            return false;
        }
    }

    private static byte[] commandLine(FileLayer files) {
        try (var self = files.open(Path.of("/proc/self"));
                var file = self.read(Name.of("cmdline"))) {
            return file.readAll(MAX_BYTES);
        } catch (FileFault unknown) {
            return new byte[0];
        }
    }

    private static List<byte[]> split(byte[] commandLine) {
        var words = new ArrayList<byte[]>();
        int start = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] != 0) continue;
            words.add(Arrays.copyOfRange(commandLine, start, i));
            start = i + 1;
        }
        return words;
    }

    private static String escaped(byte[] raw) {
        var shown = new StringBuilder();
        for (byte b : raw) {
            if (b >= 0x20 && b < 0x7f) shown.append((char) b);
            else shown.append("\\x%02x".formatted(b & 0xff));
        }
        return shown.toString();
    }
}
