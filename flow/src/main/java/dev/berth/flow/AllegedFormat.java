package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a file that cannot be read says of its own version: good enough to leave a later version's
/// file where it is, and for nothing else.
///
/// Only the beginning of the file is looked at: perhaps a byte order mark, `{`, and `format` as the
/// first member, as every version writes it. Whatever follows may be damaged, or be something that
/// only its writer knows.
final class AllegedFormat {
    static final int HEAD_BYTES = 4096;

    private static final Pattern FIRST =
            Pattern.compile(
                    "(?:\u00ef\u00bb\u00bf)?[ \t\r\n]*\\{[ \t\r\n]*\"format\"[ \t\r\n]*:[ \t\r\n]*"
                            + "\"berth-flow/([1-9][0-9]*)");
    private static final int DIGITS_SHOWN = 18;

    private AllegedFormat() {}

    /// The format of a later version, when the file claims to be one.
    static Optional<String> later(OpenFile file) throws FileFault {
        byte[] head = new byte[HEAD_BYTES];
        long length = file.readFully(MemorySegment.ofArray(head), 0);
        return later(Arrays.copyOf(head, (int) length));
    }

    static Optional<String> later(byte[] head) {
        int length = Math.min(head.length, HEAD_BYTES);
        // One character for one byte: what follows need not be UTF-8.
        var first = FIRST.matcher(new String(head, 0, length, StandardCharsets.ISO_8859_1));
        if (!first.lookingAt() || !isLater(first.group(1))) return Optional.empty();
        String digits = first.group(1);
        return Optional.of(
                "berth-flow/"
                        + (digits.length() <= DIGITS_SHOWN
                                ? digits
                                : digits.substring(0, DIGITS_SHOWN) + "…"));
    }

    static boolean isLater(String version) {
        return version.length() > DIGITS_SHOWN
                || new BigInteger(version).compareTo(BigInteger.ONE) > 0;
    }
}
