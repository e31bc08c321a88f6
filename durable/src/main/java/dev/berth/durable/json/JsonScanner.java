package dev.berth.durable.json;

import dev.berth.durable.json.JsonRefusal.Kind;

/// Reads what JSON is made of, one piece behind the other. What is not JSON is refused at the first
/// character with which nothing that may follow could make it a document any more.
///
/// Written by hand: a library's tokenizer gives up somewhere near, loads a hundred classes, and
/// makes a table of large numbers that costs a short command more than all of its reading.
final class JsonScanner {
    /// In place of a character.
    static final int END = -1;

    private final JsonSource source;
    private final String text;
    private int at;

    JsonScanner(JsonSource source) {
        this.source = source;
        this.text = source.text();
    }

    /// The next character that is no white space, which stays where it is, or [#END].
    int next() {
        while (at < text.length() && isSpace(text.charAt(at))) at++;
        return here();
    }

    /// The offset of that character, or of the one behind what was read last.
    int offset() {
        return at;
    }

    /// Whether the next character is this one, which is taken then.
    boolean takes(char wanted) {
        if (next() != wanted) return false;
        at++;
        return true;
    }

    void take(char wanted) throws JsonRefusal {
        if (!takes(wanted)) throw fault();
    }

    /// A text or a name, without its quotes and with its escapes resolved.
    String string() throws JsonRefusal {
        take('"');
        int from = at;
        while (here() != '"' && here() != '\\') plain();
        if (here() == '"') return text.substring(from, at++);
        var string = new StringBuilder().append(text, from, at);
        while (here() != '"') {
            if (here() != '\\') {
                string.append(plain());
                continue;
            }
            at++;
            string.append(escaped());
        }
        at++;
        return string.toString();
    }

    private char plain() throws JsonRefusal {
        if (here() < ' ') throw fault();
        return text.charAt(at++);
    }

    private char escaped() throws JsonRefusal {
        int escape = here();
        int which = escape == END ? -1 : "\"\\/bfnrtu".indexOf(escape);
        if (which < 0) throw fault();
        at++;
        return escape == 'u' ? code() : "\"\\/\b\f\n\r\t".charAt(which);
    }

    private char code() throws JsonRefusal {
        int code = 0;
        for (int digits = 0; digits < 4; digits++) {
            int c = here();
            // Digits of other scripts are digits to the library, and not to JSON.
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) throw fault();
            code = code << 4 | digit;
            at++;
        }
        return (char) code;
    }

    /// `true`, `false` or `null`.
    void word(String word) throws JsonRefusal {
        for (int i = 0; i < word.length(); i++, at++) {
            if (here() != word.charAt(i)) throw fault();
        }
    }

    /// A number as it is written.
    String number() throws JsonRefusal {
        int from = at;
        skip('-');
        if (!skip('0')) digits();
        if (skip('.')) digits();
        if (skip('e') || skip('E')) {
            if (!skip('+')) skip('-');
            digits();
        }
        return text.substring(from, at);
    }

    private void digits() throws JsonRefusal {
        int from = at;
        while (isDigit(here())) at++;
        if (at == from) throw fault();
    }

    private boolean skip(char wanted) {
        if (here() != wanted) return false;
        at++;
        return true;
    }

    /// That it is not JSON from here on.
    JsonRefusal fault() {
        if (at == text.length()) {
            return source.refusal(Kind.CUT_SHORT, at, "ends in the middle");
        }
        String found = Character.toString(text.codePointAt(at));
        return source.refusal(
                Kind.SYNTAX, at, "not JSON: %s was not expected".formatted(JsonText.shown(found)));
    }

    private int here() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
