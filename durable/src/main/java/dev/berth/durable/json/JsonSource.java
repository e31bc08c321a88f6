package dev.berth.durable.json;

import dev.berth.durable.json.JsonRefusal.Kind;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// The text of a document, and where in it something is. Places are kept as offsets and turned into
/// line and column only when somebody has to be told.
record JsonSource(String text) {
    /// Decodes strictly, before any parser sees it: parsers guess encodings and mend what is bad.
    static JsonSource decode(byte[] bytes, JsonLimits limits) throws JsonRefusal {
        if (bytes.length > limits.documentBytes()) {
            throw new JsonRefusal(
                    Kind.TOO_LARGE,
                    1,
                    1,
                    "%d bytes, more than %d".formatted(bytes.length, limits.documentBytes()));
        }
        if (startsLikeUtf16(bytes)) {
            throw new JsonRefusal(Kind.NOT_UTF8, 1, 1, "looks like UTF-16 or UTF-32, not UTF-8");
        }
        var decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        var source = new JsonSource(out.flip().toString());
        if (result.isError()) {
            throw source.refusal(
                    Kind.NOT_UTF8, source.text.length(), "bytes that are not UTF-8 text");
        }
        if (source.text.startsWith("\ufeff")) {
            throw new JsonRefusal(
                    Kind.BYTE_ORDER_MARK, 1, 1, "a byte order mark in front; save it without one");
        }
        return source;
    }

    private static boolean startsLikeUtf16(byte[] bytes) {
        if (bytes.length < 2) return false;
        // With a mark in front it is no UTF-8 anyway.
        return bytes[0] == 0 || bytes[1] == 0;
    }

    JsonRefusal refusal(Kind kind, long offset, String reason) {
        int end = Math.clamp(offset, 0, text.length());
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean ends = c == '\n' || (c == '\r' && !text.startsWith("\n", i + 1));
            if (!ends) continue;
            line++;
            lineStart = i + 1;
        }
        return new JsonRefusal(kind, line, text.codePointCount(lineStart, end) + 1, reason);
    }
}
