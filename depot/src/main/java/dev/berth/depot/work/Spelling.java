package dev.berth.depot.work;

import dev.berth.durable.Name;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// How names in a tree are written for people, so that no two are written alike and what was
/// written can be typed.
///
/// Text is as it is. A byte that is not part of text is `\xNN`, and so is each byte of a control
/// character, of one that turns the direction or ends a line, of the backslash, and of a blank at
/// the beginning or the end, where nobody would see it.
public final class Spelling {
    private Spelling() {}

    public static String of(Name name) {
        return spelled(name.bytes());
    }

    public static String of(Name.Target target) {
        return spelled(target.bytes());
    }

    /// The bytes that were typed; a backslash that begins no `\xNN` is one.
    public static byte[] bytes(String typed) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < typed.length(); ) {
            int high = hex(typed, i, 2);
            int low = hex(typed, i, 3);
            if (typed.startsWith("\\x", i) && high >= 0 && low >= 0) {
                bytes.write(high << 4 | low);
                i += 4;
                continue;
            }
            int end = typed.offsetByCodePoints(i, 1);
            bytes.writeBytes(typed.substring(i, end).getBytes(StandardCharsets.UTF_8));
            i = end;
        }
        return bytes.toByteArray();
    }

    private static int hex(String typed, int from, int offset) {
        int at = from + offset;
        return at < typed.length() ? Character.digit(typed.charAt(at), 16) : -1;
    }

    private static String spelled(byte[] bytes) {
        var out = new StringBuilder(bytes.length);
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            int[] all = text.codePoints().toArray();
            for (int i = 0; i < all.length; i++) {
                boolean edge = i == 0 || i == all.length - 1;
                if (isPlain(all[i]) && !(edge && isBlank(all[i]))) out.appendCodePoint(all[i]);
                else escape(out, Character.toString(all[i]));
            }
        } catch (CharacterCodingException notText) {
            for (int i = 0; i < bytes.length; i++) {
                byte b = bytes[i];
                boolean hidden = b == ' ' && (i == 0 || i == bytes.length - 1);
                if (b >= 0x20 && b < 0x7f && b != '\\' && !hidden) out.append((char) b);
                else escape(out, b);
            }
        }
        return out.toString();
    }

    private static boolean isBlank(int c) {
        return Character.isSpaceChar(c) || Character.isWhitespace(c);
    }

    private static boolean isPlain(int c) {
        boolean turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        boolean breaks = c == 0x2028 || c == 0x2029;
        return c != '\\' && !turns && !breaks && !Character.isISOControl(c);
    }

    private static void escape(StringBuilder out, String character) {
        for (byte b : character.getBytes(StandardCharsets.UTF_8)) escape(out, b);
    }

    private static void escape(StringBuilder out, byte b) {
        out.append("\\x").append(Character.forDigit(b >> 4 & 15, 16));
        out.append(Character.forDigit(b & 15, 16));
    }
}
