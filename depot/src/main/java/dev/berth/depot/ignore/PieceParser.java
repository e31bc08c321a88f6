package dev.berth.depot.ignore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Takes the text of a pattern apart.
///
/// `?` and `[…]` never match a `/`. Two stars or more reach across folders when they stand alone
/// between slashes or ends of the pattern; anywhere else they are one star. What is parsed here is
/// a pattern from its first wildcard on, and git, which is the reference, takes that for the
/// pattern's beginning: `a**/b` names `a/x/b`.
final class PieceParser {
    private final byte[] pattern;
    private final List<Piece> pieces = new ArrayList<>();
    private int at;

    private PieceParser(byte[] pattern) {
        this.pattern = pattern;
    }

    static List<Piece> parse(byte[] pattern) {
        var parser = new PieceParser(pattern);
        while (parser.at < pattern.length) parser.piece();
        return List.copyOf(parser.pieces);
    }

    private void piece() {
        switch (pattern[at]) {
            case '*' -> stars();
            case '?' -> {
                at++;
                pieces.add(new Piece.OneOf(ByteSets.allBut('/')));
            }
            case '[' -> set();
            case '\\' -> escaped();
            default -> pieces.add(new Piece.Exactly(pattern[at++]));
        }
    }

    private void escaped() {
        at++;
        if (at == pattern.length) pieces.add(new Piece.Impossible());
        else pieces.add(new Piece.Exactly(pattern[at++]));
    }

    private void stars() {
        int start = at;
        while (at < pattern.length && pattern[at] == '*') at++;
        boolean free = start == 0 || pattern[start - 1] == '/';
        boolean last = at == pattern.length;
        if (at - start < 2 || !free) {
            pieces.add(new Piece.Stretch());
        } else if (last) {
            pieces.add(new Piece.Anything());
        } else if (pattern[at] == '/') {
            at++;
            pieces.add(new Piece.AnyFolders());
        } else if (pattern[at] == '\\' && at + 1 < pattern.length && pattern[at + 1] == '/') {
            pieces.add(new Piece.Anything());
        } else {
            pieces.add(new Piece.Stretch());
        }
    }

    private void set() {
        at++;
        boolean negated = at < pattern.length && (pattern[at] == '!' || pattern[at] == '^');
        if (negated) at++;
        var bytes = new BitSet(256);
        // A `]` that comes first is a member.
        for (boolean first = true; first || !ends(); first = false) {
            if (!member(bytes)) {
                pieces.add(new Piece.Impossible());
                at = pattern.length;
                return;
            }
        }
        at++;
        if (negated) bytes.flip(0, 256);
        bytes.clear('/');
        pieces.add(new Piece.OneOf(bytes));
    }

    private boolean ends() {
        return at < pattern.length && pattern[at] == ']';
    }

    /// Takes one member, range or class; false when the set is not one.
    private boolean member(BitSet bytes) {
        if (at < pattern.length && pattern[at] == '[' && ByteSets.classFollows(pattern, at)) {
            int close = ByteSets.classEnd(pattern, at);
            var named = ByteSets.named(pattern, at + 2, close - 1);
            if (named == null) return false;
            bytes.or(named);
            at = close + 1;
            return true;
        }
        int from = literal();
        if (from < 0) return false;
        bytes.set(from);
        if (at + 1 < pattern.length && pattern[at] == '-' && pattern[at + 1] != ']') {
            // What ends a range begins no other: a `-` behind it is a member.
            at++;
            int to = literal();
            if (to < 0) return false;
            if (from <= to) bytes.set(from, to + 1);
        }
        return true;
    }

    private int literal() {
        if (at < pattern.length && pattern[at] == '\\') at++;
        return at < pattern.length ? pattern[at++] & 0xff : -1;
    }
}
