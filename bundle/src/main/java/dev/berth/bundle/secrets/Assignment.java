package dev.berth.bundle.secrets;

import java.util.Locale;
import java.util.regex.Pattern;

/// One line that gives a value to a name: `NAME=value`, `name: value`.
record Assignment(String name, String value) {
    private static final int LONG_VALUE = 20;
    private static final Pattern NAME =
            Pattern.compile(
                    ".*(key|token|secret|pass|pwd|credential|auth|private|salt|signature|cookie"
                            + "|dsn|webhook|database_url|connection_string|cert).*");
    // In a file of secrets much else is called after them: the name must end so.
    private static final Pattern SECRET_NAME =
            Pattern.compile(
                    "(.*[^a-z])?(password|passwd|pwd|passphrase|(client_?)?secret|token"
                            + "|(api|access|private|secret|auth)_?(key|token))\"?");
    private static final Pattern PLAIN =
            Pattern.compile(
                    "|true|false|yes|no|on|off|null|none|-?[0-9.]{1,5}|<.*>|\\$\\{?\\w+}?|[*x]+");
    private static final Pattern ELSEWHERE = Pattern.compile("(\\{\\{|enc\\[|[!|>&*$\\[{]).*");

    static boolean isSecretOfEnvironment(String line) {
        var given = of(line);
        if (PLAIN.matcher(given.value.toLowerCase(Locale.ROOT)).matches()) return false;
        return NAME.matcher(given.name).matches()
                || given.hasPassword()
                || (given.looksRandom() && line.contains("="));
    }

    static boolean isSecretByName(String line) {
        var given = of(line);
        String value = given.value.toLowerCase(Locale.ROOT);
        if (PLAIN.matcher(value).matches() || ELSEWHERE.matcher(value).matches()) return false;
        return SECRET_NAME.matcher(given.name).matches();
    }

    /// Nothing given to nothing when the line is none.
    private static Assignment of(String line) {
        if (line.startsWith("#")) return new Assignment("", "");
        int equals = line.indexOf('=');
        int colon = line.indexOf(": ");
        int sign = equals < 0 || (colon >= 0 && colon < equals) ? colon : equals;
        if (sign <= 0) return new Assignment("", "");
        String name = line.substring(0, sign).strip().toLowerCase(Locale.ROOT);
        return new Assignment(name, unquoted(line.substring(sign + 1).strip()));
    }

    private static String unquoted(String value) {
        if (value.length() < 2) return value;
        char first = value.charAt(0);
        boolean quoted = (first == '"' || first == '\'') && value.indexOf(first, 1) > 0;
        return quoted ? value.substring(1, value.indexOf(first, 1)) : value;
    }

    /// An address with a password in it.
    private boolean hasPassword() {
        int scheme = value.indexOf("://");
        int at = value.indexOf('@', Math.max(scheme, 0));
        int colon = value.indexOf(':', scheme + 3);
        return scheme > 0 && colon > 0 && colon < at - 1;
    }

    private boolean looksRandom() {
        if (value.length() < LONG_VALUE || value.contains("/") || value.contains(" ")) return false;
        return value.chars().anyMatch(c -> c >= '0' && c <= '9')
                && value.chars().anyMatch(c -> (c | 32) >= 'a' && (c | 32) <= 'z');
    }
}
