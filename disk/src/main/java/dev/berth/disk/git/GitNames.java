package dev.berth.disk.git;

import java.util.Locale;
import java.util.regex.Pattern;

/// Names that are git's own folder, here or on the file system of whoever gets the work.
public final class GitNames {
    /// What Apple's file system leaves out when it compares names.
    private static final Pattern IGNORED =
            Pattern.compile("[\\u200c-\\u200f\\u202a-\\u202e\\u206a-\\u206f\\ufeff]");

    /// What Windows leaves out, and its short names.
    private static final Pattern OWN = Pattern.compile("(\\.git|git~[0-9]+)[. ]*(:.*)?");

    private GitNames() {}

    public static boolean isOwn(String name) {
        String plain = IGNORED.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
        return OWN.matcher(plain).matches();
    }
}
