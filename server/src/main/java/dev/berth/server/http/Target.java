package dev.berth.server.http;

import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a call addresses: the decoded names of its path, and its query. Decoded once and strictly;
/// what does not decode to text, or hides a `/`, is refused.
public record Target(List<String> names, Map<String, String> query) {
    public Target {
        names = List.copyOf(names);
        query = Map.copyOf(query);
    }

    public static Target parse(String path, String query) throws Failure {
        if (!path.startsWith("/")) throw malformed("a path begins with /");
        var names = new ArrayList<String>();
        String inner = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        for (String part : inner.isEmpty() ? new String[0] : inner.substring(1).split("/", -1)) {
            String name = decoded(part, false);
            if (name.indexOf('/') >= 0) throw malformed("a name in the path holds a /");
            names.add(name);
        }
        return new Target(names, parsed(query));
    }

    private static Map<String, String> parsed(String query) throws Failure {
        var values = new LinkedHashMap<String, String>();
        for (String part : query.split("&", -1)) {
            if (part.isEmpty()) continue;
            int equals = part.indexOf('=');
            String name = decoded(equals < 0 ? part : part.substring(0, equals), true);
            String value = equals < 0 ? "" : decoded(part.substring(equals + 1), true);
            if (values.put(name, value) != null) {
                throw malformed("a name stands twice in the query");
            }
        }
        return values;
    }

    private static String decoded(String text, boolean plusIsSpace) throws Failure {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        var bytes = ByteBuffer.allocate(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                if (i + 2 >= raw.length) throw malformed("% without two digits");
                bytes.put((byte) (16 * digit(raw[i + 1]) + digit(raw[i + 2])));
                i += 2;
            } else {
                bytes.put(plusIsSpace && raw[i] == '+' ? (byte) ' ' : raw[i]);
            }
        }
        try {
            String decoded = StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
            if (decoded.indexOf('\0') >= 0) throw malformed("a NUL in it");
            return decoded;
        } catch (CharacterCodingException notText) {
            throw malformed("not UTF-8").because(notText);
        }
    }

    private static int digit(byte hex) throws Failure {
        int digit = Character.digit(hex, 16);
        if (digit < 0) throw malformed("% without two digits");
        return digit;
    }

    private static Failure malformed(String why) {
        return new Failure.Malformed(
                "the address cannot be read: " + why, "encode names as UTF-8, percent-encoded");
    }
}
