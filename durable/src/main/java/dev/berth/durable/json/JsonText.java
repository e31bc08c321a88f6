package dev.berth.durable.json;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// How a value is written. Characters outside ASCII stay as they are, so that a person can read a
/// diff; control characters are escaped, so that a terminal cannot be told anything.
final class JsonText {
    private static final String HEX = "0123456789abcdef";
    private static final int SHOWN = 60;

    private final StringBuilder out = new StringBuilder();
    private final boolean indented;

    private JsonText(boolean indented) {
        this.indented = indented;
    }

    static String compact(Json value) {
        var text = new JsonText(false);
        text.write(value, 0);
        return text.out.toString();
    }

    static String pretty(Json value) {
        var text = new JsonText(true);
        text.write(value, 0);
        return text.out.append('\n').toString();
    }

    /// A name from outside as a message may show it: quoted, escaped and not endless.
    static String shown(String name) {
        boolean whole = name.codePointCount(0, name.length()) <= SHOWN;
        String start = whole ? name : name.substring(0, name.offsetByCodePoints(0, SHOWN)) + "…";
        return compact(new Json.Text(start));
    }

    /// `text` with every half of a surrogate pair replaced by U+FFFD.
    static String wellFormed(String text) {
        if (isWellFormed(text)) return text;
        return text.codePoints()
                .map(c -> isSurrogate(c) ? 0xfffd : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isSurrogate(text.charAt(i))) continue;
            boolean whole = Character.isHighSurrogate(text.charAt(i)) && i + 1 < text.length();
            if (!whole || !Character.isLowSurrogate(text.charAt(++i))) return false;
        }
        return true;
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private void write(Json value, int depth) {
        // Not by a switch, which the JVM links at run time: most commands come this way.
        if (value instanceof Json.Obj(var fields)) write(fields, depth);
        else if (value instanceof Json.Arr(var items)) write(items, depth);
        else if (value instanceof Json.Text(var text)) quote(text);
        else if (value instanceof Json.Num(var number)) out.append(number);
        else if (value instanceof Json.Bool(var bool)) out.append(bool);
        else out.append("null");
    }

    private void write(Map<String, Json> fields, int depth) {
        out.append('{');
        for (var each = fields.entrySet().iterator(); each.hasNext(); ) {
            var field = each.next();
            lineAt(depth + 1);
            quote(field.getKey());
            out.append(indented ? ": " : ":");
            write(field.getValue(), depth + 1);
            commaBefore(each);
        }
        if (!fields.isEmpty()) lineAt(depth);
        out.append('}');
    }

    private void write(List<Json> items, int depth) {
        out.append('[');
        for (var each = items.iterator(); each.hasNext(); ) {
            lineAt(depth + 1);
            write(each.next(), depth + 1);
            commaBefore(each);
        }
        if (!items.isEmpty()) lineAt(depth);
        out.append(']');
    }

    private void lineAt(int depth) {
        if (indented) out.append('\n').repeat("  ", depth);
    }

    private void commaBefore(Iterator<?> rest) {
        if (rest.hasNext()) out.append(',');
    }

    private void quote(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
