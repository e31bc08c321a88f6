package dev.berth.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// The known word that a mistyped one was probably meant to be, by edit distance.
public final class Nearest {
    private Nearest() {}

    /// The nearest of `known`; empty when none is near enough to be what was meant.
    public static Optional<String> of(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> distance(typed, word) <= Math.max(2, word.length() / 3))
                .min(Comparator.comparingInt(word -> distance(typed, word)));
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
