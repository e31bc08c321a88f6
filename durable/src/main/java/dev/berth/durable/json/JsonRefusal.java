package dev.berth.durable.json;

import dev.berth.failure.Failure;

/// JSON that was not accepted: why, and where. Lines and columns count from 1; a column counts
/// characters.
public final class JsonRefusal extends Exception {
    private static final long serialVersionUID = 1;

    /// Why something was refused.
    public enum Kind {
        /// Nothing there, or only white space.
        EMPTY,
        /// More bytes than the limit.
        TOO_LARGE,
        /// Bytes that are not UTF-8: overlong forms, encoded surrogates, UTF-16.
        NOT_UTF8,
        /// A byte order mark in front.
        BYTE_ORDER_MARK,
        /// Not JSON's grammar: comments, single quotes, `NaN`, a comma too many.
        SYNTAX,
        /// It ends in the middle.
        CUT_SHORT,
        /// Something follows the document.
        TRAILING_TEXT,
        /// The document is a list, a text, a number, a boolean or `null`.
        NOT_AN_OBJECT,
        /// One name twice in one object.
        DUPLICATE_FIELD,
        /// A field that nobody asked for.
        UNKNOWN_FIELD,
        /// A field that has to be there.
        MISSING_FIELD,
        /// A text for a number, `null` for a text.
        WRONG_TYPE,
        /// Of the right type, and not one of the values that are possible.
        WRONG_VALUE,
        /// A number too large, too small, or not whole where it has to be.
        NUMBER_DOES_NOT_FIT,
        /// Half of a surrogate pair, written as an escape.
        LONE_SURROGATE,
        /// Nested deeper than the limit.
        TOO_DEEP,
        /// A text or a name longer than the limit.
        TEXT_TOO_LONG,
        /// A number with more characters than the limit.
        NUMBER_TOO_LONG
    }

    private final Kind kind;
    private final int line;
    private final int column;
    private final String reason;

    JsonRefusal(Kind kind, int line, int column, String reason) {
        super(shown(line, column, reason));
        this.kind = kind;
        this.line = line;
        this.column = column;
        this.reason = reason;
    }

    public Kind kind() {
        return kind;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    /// What is wrong, without the place.
    public String reason() {
        return reason;
    }

    /// The place and what is wrong, in one line.
    public String shown() {
        return shown(line, column, reason);
    }

    private static String shown(int line, int column, String reason) {
        return "line %d, column %d: %s".formatted(line, column, reason);
    }

    /// The failure that this is in something we stored: `what` names it.
    public Failure damaged(String what, String advice) {
        return new Failure.Damaged(what + ": " + shown(), advice).because(this);
    }

    /// The failure that this is in something we were handed: `what` names it.
    public Failure malformed(String what) {
        return new Failure.Malformed(what + ": " + shown(), "correct it and try again")
                .because(this);
    }
}
