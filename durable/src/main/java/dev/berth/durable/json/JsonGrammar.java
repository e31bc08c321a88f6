package dev.berth.durable.json;

import java.util.BitSet;

/// Where a text stops being JSON: the first character with which nothing that may follow could make
/// it a document any more.
///
/// The tokenizer tells where it gave up, which may be the beginning of a number, the end of a word,
/// or a character later. This is asked only when it did.
final class JsonGrammar {
    private static final String ESCAPED = "\"\\/bfnrt";

    private enum Expected {
        VALUE,
        VALUE_OR_END,
        NAME,
        NAME_OR_END,
        COLON,
        COMMA_OR_END
    }

    private final String text;
    private final int end;
    private final BitSet objects = new BitSet();
    private int depth;
    private int at;
    private int string;
    private Expected expected = Expected.VALUE;

    private JsonGrammar(String text, int end) {
        this.text = text;
        this.end = end;
    }

    /// The offset of that character; the length of the text when it was only cut short.
    static int firstFault(String text) {
        return new JsonGrammar(text, text.length()).scan().at;
    }

    /// Where the last string starts that begins before `offset`.
    static int startOfString(String text, int offset) {
        return new JsonGrammar(text, Math.min(offset, text.length())).scan().string;
    }

    private JsonGrammar scan() {
        do {
            while (at < end && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
        } while (at < end && step(text.charAt(at)));
        return this;
    }

    /// Whether it is as expected up to `at`.
    private boolean step(char c) {
        return switch (expected) {
            case VALUE -> value(c);
            case VALUE_OR_END -> c == ']' ? close(false) : value(c);
            case NAME -> name(c);
            case NAME_OR_END -> c == '}' ? close(true) : name(c);
            case COLON -> c == ':' && taken(Expected.VALUE);
            case COMMA_OR_END -> afterValue(c);
        };
    }

    private boolean value(char c) {
        return switch (c) {
            case '{' -> open(true);
            case '[' -> open(false);
            case '"' -> string(Expected.COMMA_OR_END);
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number(c);
        };
    }

    private boolean name(char c) {
        return c == '"' && string(Expected.COLON);
    }

    private boolean afterValue(char c) {
        if (depth == 0) return false;
        boolean inObject = objects.get(depth);
        if (c == ',') return taken(inObject ? Expected.NAME : Expected.VALUE);
        return c == (inObject ? '}' : ']') && close(inObject);
    }

    private boolean open(boolean object) {
        objects.set(++depth, object);
        return taken(object ? Expected.NAME_OR_END : Expected.VALUE_OR_END);
    }

    private boolean close(boolean object) {
        if (objects.get(depth) != object) return false;
        depth--;
        return taken(Expected.COMMA_OR_END);
    }

    private boolean taken(Expected next) {
        at++;
        expected = next;
        return true;
    }

    private boolean string(Expected next) {
        string = at++;
        while (at < end) {
            char c = text.charAt(at);
            if (c == '"') return taken(next);
            if (c < ' ') return false;
            at++;
            if (c == '\\' && !escape()) return false;
        }
        return false;
    }

    private boolean escape() {
        if (at == end) return false;
        char c = text.charAt(at);
        if (c != 'u' && ESCAPED.indexOf(c) < 0) return false;
        at++;
        for (int digits = c == 'u' ? 4 : 0; digits > 0; digits--) {
            if (at == end || !isHex(text.charAt(at))) return false;
            at++;
        }
        return true;
    }

    private boolean word(String word) {
        for (int i = 0; i < word.length(); i++, at++) {
            if (at == end || text.charAt(at) != word.charAt(i)) return false;
        }
        expected = Expected.COMMA_OR_END;
        return true;
    }

    private boolean number(char first) {
        if (first == '-') at++;
        if (!next('0') && !digits()) return false;
        if (next('.') && !digits()) return false;
        if ((next('e') || next('E')) && !exponent()) return false;
        expected = Expected.COMMA_OR_END;
        return true;
    }

    private boolean exponent() {
        if (!next('+')) next('-');
        return digits();
    }

    private boolean next(char wanted) {
        if (at == end || text.charAt(at) != wanted) return false;
        at++;
        return true;
    }

    private boolean digits() {
        int from = at;
        while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        return at > from;
    }

    private static boolean isHex(char c) {
        return "0123456789abcdefABCDEF".indexOf(c) >= 0;
    }
}
