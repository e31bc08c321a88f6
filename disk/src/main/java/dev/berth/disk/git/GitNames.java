package dev.berth.disk.git;

import dev.berth.disk.Folding;

import java.util.regex.Pattern;

/// Names that are git's own, here or on the file system of whoever gets the work.
public final class GitNames {
    private static final Pattern SHORT = Pattern.compile("git~[0-9]+");
    private static final String STARTS = ".g";

    private GitNames() {}

    /// Whether some system takes this for `.git`.
    public static boolean isGit(String name) {
        String loose = Folding.loosely(name);
        // Nearly all names end here.
        if (loose.isEmpty() || STARTS.indexOf(loose.charAt(0)) < 0) return false;
        String bare = cut(loose);
        return bare.equals(".git") || SHORT.matcher(bare).matches();
    }

    /// The name that the most forgiving system takes this for: in lower case, without characters
    /// that nobody sees, a stream behind a colon, or dots and spaces at its end.
    public static String asTaken(String name) {
        return cut(Folding.loosely(name));
    }

    private static String cut(String loose) {
        int colon = loose.indexOf(':');
        int end = colon < 0 ? loose.length() : colon;
        while (end > 0 && (loose.charAt(end - 1) == '.' || loose.charAt(end - 1) == ' ')) end--;
        return loose.substring(0, end);
    }
}
