package dev.berth.bundle.rules;

import dev.berth.disk.Folding;

import java.util.Optional;
import java.util.regex.Pattern;

/// Which names may travel: those that mean the same on every system that a bundle may be unpacked
/// on.
public final class NameRules {
    private static final Pattern DEVICE =
            Pattern.compile("(con|prn|aux|nul|conin\\$|conout\\$|clock\\$|(com|lpt)[0-9])");
    private static final String DEVICE_STARTS = "cpanl";

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
