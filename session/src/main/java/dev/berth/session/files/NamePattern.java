package dev.berth.session.files;

import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Locale;
import java.util.function.Predicate;

/// What names are looked for by: a part of them, or with `*` and `?` in it the whole of them. Upper
/// and lower case count alike.
public final class NamePattern {
    private static final int LONGEST = 255;

    private final Predicate<String> matching;

    private NamePattern(Predicate<String> matching) {
        this.matching = matching;
    }

    public static NamePattern parse(String text) throws Failure {
        if (text.isEmpty() || text.length() > LONGEST) {
            throw new Failure.Malformed(
                    "a name to look for has 1 to %d characters".formatted(LONGEST),
                    "give a part of the name, or a pattern such as *.md");
        }
        String wanted = folded(text);
        boolean pattern = wanted.indexOf('*') >= 0 || wanted.indexOf('?') >= 0;
        if (!pattern) return new NamePattern(name -> name.contains(wanted));
        return new NamePattern(name -> matches(wanted, name));
    }

    public boolean matches(Name name) {
        return matching.test(folded(name.text().orElseGet(name::toString)));
    }

    private static String folded(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /// Takes at most as many steps as both are long, multiplied: only the last star is ever moved.
    private static boolean matches(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int taken = 0;
        while (n < name.length()) {
            boolean one =
                    p < pattern.length()
                            && pattern.charAt(p) != '*'
                            && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n));
            if (one) {
                p++;
                n++;
            } else if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                taken = n;
            } else if (star >= 0) {
                p = star + 1;
                n = ++taken;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') p++;
        return p == pattern.length();
    }
}
