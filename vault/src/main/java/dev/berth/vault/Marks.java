package dev.berth.vault;

import dev.berth.durable.Name;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The marks that sync clients put into names, and what a name is without them.
///
/// All marks are ASCII, so names are taken apart byte by byte, whatever their encoding.
final class Marks {
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    // More than a name has room for.
    private static final int MOST = 64;

    private Marks() {}

    /// Quickly, for the many names that have none.
    static boolean mayHaveOne(Name name) {
        byte[] bytes = name.bytes();
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            if (b == '(' || b == '[') return true;
            if (b == '.' && startsAt(bytes, i, ".sync-conflict-")) return true;
        }
        return startsAt(bytes, 0, "Copy of ");
    }

    /// The name with one mark or more taken off, in all ways, fewest first.
    static List<Unmarked> unmarked(Name name) {
        var found = new ArrayList<Unmarked>();
        var seen = new HashSet<String>();
        var heads = List.of(new Unmarked(text(name), Optional.empty()));
        for (int marks = 0; marks < MOST && !heads.isEmpty(); marks++) {
            heads = heads.stream().flatMap(head -> each(head, seen)).toList();
            found.addAll(heads);
        }
        return found;
    }

    /// The name without any mark but numbers; empty when it has none of the others.
    static Optional<Unmarked> withoutNumbers(Name name) {
        var head = new Unmarked(text(name), Optional.empty());
        for (int marks = 0; marks < MOST; marks++) {
            var now = head;
            var next = Mark.PLAIN.stream().flatMap(mark -> now.without(mark).stream()).findFirst();
            if (next.isEmpty()) break;
            head = next.get();
        }
        return head.strongest.isPresent() ? Optional.of(head) : Optional.empty();
    }

    private static Stream<Unmarked> each(Unmarked head, Set<String> seen) {
        return Stream.of(Mark.values())
                .flatMap(mark -> head.without(mark).stream())
                .filter(unmarked -> seen.add(unmarked.text));
    }

    private static String text(Name name) {
        return new String(name.bytes(), BYTES);
    }

    private static boolean startsAt(byte[] bytes, int at, String text) {
        if (bytes.length - at < text.length()) return false;
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) return false;
        }
        return true;
    }

    /// A name with marks taken off, and the strongest of them: a number says least.
    record Unmarked(String text, Optional<ConflictKind> strongest) {
        ConflictKind kind() {
            return strongest.orElseThrow();
        }

        Name name() {
            return Name.parse(text.getBytes(BYTES)).orElseThrow();
        }

        private Optional<Unmarked> without(Mark mark) {
            return mark.takenOff(text)
                    .filter(rest -> Name.parse(rest.getBytes(BYTES)).isPresent())
                    .map(rest -> new Unmarked(rest, Optional.of(stronger(mark.kind()))));
        }

        private ConflictKind stronger(ConflictKind other) {
            return strongest.filter(kind -> kind.compareTo(other) < 0).orElse(other);
        }
    }
}
