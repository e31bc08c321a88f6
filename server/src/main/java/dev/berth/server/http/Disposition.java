package dev.berth.server.http;

import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a part of a form says of itself in `Content-Disposition`: the name of its file, exactly, or
/// a refusal; never a guess. Browsers and curl send a backslash as it is; `\"` is a quote.
/// `filename*=UTF-8''…`, percent-encoded, says every name there is, and beats `filename`.
public final class Disposition {
    private static final String EXTENDED = "utf-8''";

    private final String text;
    private int at;

    private Disposition(String text) {
        this.text = text;
    }

    /// The name of the file; empty where there is none.
    public static Optional<String> filename(String disposition) throws Failure {
        var said = new Disposition(disposition).parameters();
        var exact = Optional.ofNullable(said.get("filename*"));
        if (exact.isPresent()) return Optional.of(decoded(exact.get()));
        var plain = Optional.ofNullable(said.get("filename"));
        // What was not UTF-8 has become this on its way here: another name than was meant.
        if (plain.isPresent() && plain.get().indexOf('\ufffd') >= 0) throw notUtf8();
        return plain;
    }

    private Map<String, String> parameters() throws Failure {
        var parameters = new LinkedHashMap<String, String>();
        upTo(';');
        while (at < text.length()) {
            at++;
            String name = upTo('=').strip().toLowerCase(Locale.ROOT);
            // A semicolon at the end is usual enough.
            if (at == text.length() && name.isEmpty()) break;
            if (at == text.length() || name.indexOf(';') >= 0) throw unreadable();
            at++;
            if (parameters.putIfAbsent(name, value()) != null) throw unreadable();
        }
        return parameters;
    }

    private String upTo(char end) {
        int from = at;
        int found = text.indexOf(end, from);
        at = found < 0 ? text.length() : found;
        return text.substring(from, at);
    }

    private String value() throws Failure {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        if (!text.startsWith("\"", at)) return upTo(';').strip();
        String quoted = quoted();
        if (!upTo(';').isBlank()) throw unreadable();
        return quoted;
    }

    private String quoted() throws Failure {
        var value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next == '"') {
                at++;
                return value.toString();
            }
            if (next == '\\' && text.startsWith("\"", at + 1)) next = text.charAt(++at);
            value.append(next);
        }
        throw unreadable();
    }

    private static String decoded(String extended) throws Failure {
        if (!extended.toLowerCase(Locale.ROOT).startsWith(EXTENDED)) throw notUtf8();
        var bytes = new ByteArrayOutputStream();
        for (int i = EXTENDED.length(); i < extended.length(); i++) {
            char next = extended.charAt(i);
            if (next == '%') {
                if (i + 2 >= extended.length()
                        || !HexFormat.isHexDigit(extended.charAt(i + 1))
                        || !HexFormat.isHexDigit(extended.charAt(i + 2))) {
                    throw notUtf8();
                }
                bytes.write(HexFormat.fromHexDigits(extended, i + 1, i + 3));
                i += 2;
            } else if (next > ' ' && next < 0x7f) {
                bytes.write(next);
            } else {
                throw notUtf8();
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException other) {
            throw notUtf8();
        }
    }

    private static Failure notUtf8() {
        return new Failure.Malformed(
                "a filename is not UTF-8", "rename the file, or encode it as filename*=UTF-8''…");
    }

    private static Failure unreadable() {
        return new Failure.Malformed(
                "the Content-Disposition of a part cannot be read",
                "write it as form-data; name=\"file\"; filename=\"NAME\"");
    }
}
