package dev.berth.bundle.rules;

import java.util.Optional;
import java.util.regex.Pattern;

/// Which names may travel: those that mean the same on every system that a bundle may be unpacked
/// on.
public final class NameRules {
    private static final Pattern DEVICE =
            Pattern.compile("(con|prn|aux|nul|conin\\$|conout\\$|clock\\$|(com|lpt)[0-9])");
    private static final Pattern SHORT_GIT = Pattern.compile("git~[0-9]+");
    private static final String DEVICE_STARTS = "cpanl";
    private static final String GIT_STARTS = ".g";

    private NameRules() {}

    /// What is wrong with one name of a path; empty when nothing is.
    public static Optional<String> flaw(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c)) return Optional.of("it holds a control character");
            if (c == '\\') return Optional.of("it holds a backslash");
        }
        if (name.length() > 1 && name.charAt(1) == ':' && isLetter(name.charAt(0))) {
            return Optional.of("it starts like a drive");
        }
        char last = name.charAt(name.length() - 1);
        if (last == '.' || last == ' ') return Optional.of("it ends with a dot or a space");
        if (isDevice(name)) return Optional.of("it is a device on Windows");
        return Optional.empty();
    }

    /// Whether some system takes this for `.git`.
    public static boolean isGit(String name) {
        String loose = Folding.loosely(name);
        // Nearly all names end here.
        if (loose.isEmpty() || GIT_STARTS.indexOf(loose.charAt(0)) < 0) return false;
        String bare = cut(loose);
        return bare.equals(".git") || SHORT_GIT.matcher(bare).matches();
    }

    /// The name that the most forgiving system takes this for: in lower case, without characters
    /// that nobody sees, a stream behind a colon, or dots and spaces at its end.
    static String asTaken(String name) {
        return cut(Folding.loosely(name));
    }

    private static String cut(String loose) {
        String folded = stem(loose, ':');
        int end = folded.length();
        while (end > 0 && (folded.charAt(end - 1) == '.' || folded.charAt(end - 1) == ' ')) end--;
        return folded.substring(0, end);
    }

    private static boolean isDevice(String name) {
        String loose = Folding.loosely(name).strip();
        if (loose.isEmpty() || DEVICE_STARTS.indexOf(loose.charAt(0)) < 0) return false;
        String stem = stem(stem(loose, '.'), ':').strip();
        return DEVICE.matcher(stem).matches();
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static String stem(String name, char end) {
        int at = name.indexOf(end);
        return at < 0 ? name : name.substring(0, at);
    }
}
