package dev.berth.flow;

import java.util.Optional;
import java.util.regex.Pattern;

/// A file in the history that waits for a person: it was not readable when it was put away, or is
/// an archive that no longer is. `reason` says what is wrong with it now, and is empty when it can
/// be read by now.
public record Quarantined(String name, Optional<String> reason, String advice) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]+");

    static Quarantined readable(String name) {
        return new Quarantined(
                name,
                Optional.empty(),
                "readable: %s makes it the session; or remove it".formatted(reopen(name))
                        + " when it is no longer needed");
    }

    static Quarantined newer(String name, String format) {
        return new Quarantined(
                name,
                Optional.of("a newer Berth's: " + format),
                "use a newer Berth to read it; there is nothing wrong with it");
    }

    static Quarantined unreadable(String name, Found.Unreadable unreadable) {
        return new Quarantined(
                name,
                Optional.of(unreadable.reason()),
                switch (unreadable.remedy()) {
                            case MEND -> "mend it, then " + reopen(name);
                            case PERMIT -> "let yourself read it (chmod u+r), then " + reopen(name);
                            case MOVE_AWAY -> "look at it, and take out what you need";
                        }
                        + "; or remove it when it is no longer needed");
    }

    public String path() {
        return ".flow/history/" + name + History.SUFFIX;
    }

    private static String reopen(String name) {
        String typed =
                PLAIN.matcher(name).matches() ? name : "'" + name.replace("'", "'\\''") + "'";
        return "`berth flow history reopen %s`".formatted(typed);
    }
}
