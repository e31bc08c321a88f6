package dev.berth.bundle.secrets;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Reads the assignments of an environment file, such as `.env`, line by line: there, values that
/// have no shape of their own are secrets by their name.
final class EnvLines {
    private static final int MOST_LINE = 4096;
    private static final int LONG_VALUE = 20;
    private static final Pattern FILE =
            Pattern.compile("\\.env|\\.env\\..+|.+\\.env|\\.envrc|\\.flaskenv");
    private static final Pattern SAMPLE =
            Pattern.compile(".*(example|sample|template|tmpl|dist|schema|defaults?)");
    private static final Pattern NAME =
            Pattern.compile(
                    ".*(key|token|secret|pass|pwd|credential|auth|private|salt|signature|cookie"
                            + "|dsn|webhook|database_url|connection_string|cert).*");
    private static final Pattern PLAIN =
            Pattern.compile(
                    "|true|false|yes|no|on|off|null|none|-?[0-9.]{1,5}|<.*>|\\$\\{?\\w+}?|[*x]+");

    private final List<Finding> findings;
    private final StringBuilder line = new StringBuilder();
    private long number = 1;

    EnvLines(List<Finding> findings) {
        this.findings = findings;
    }

    /// Whether a file of this name holds assignments; samples for others to fill in do not count.
    static boolean isEnvironment(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!lower.contains("env")) return false;
        return FILE.matcher(lower).matches() && !SAMPLE.matcher(lower).matches();
    }

    void whole(byte[] bytes, int length) {
        add(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
        end();
    }

    void add(byte[] piece) {
        add(new String(piece, StandardCharsets.ISO_8859_1));
    }

    private void add(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            char c = piece.charAt(i);
            if (c == '\n') {
                end();
                number++;
            } else if (line.length() < MOST_LINE) {
                line.append(c);
            }
        }
    }

    void end() {
        if (isSecret(line.toString().strip())) {
            findings.add(new Finding(number, "secret in an environment file"));
        }
        line.setLength(0);
    }

    private static boolean isSecret(String text) {
        if (text.startsWith("#")) return false;
        int sign = text.indexOf('=');
        if (sign <= 0) return false;
        String name = text.substring(0, sign).strip().toLowerCase(Locale.ROOT);
        String value = unquoted(text.substring(sign + 1).strip());
        if (PLAIN.matcher(value.toLowerCase(Locale.ROOT)).matches()) return false;
        return NAME.matcher(name).matches() || hasPassword(value) || looksRandom(value);
    }

    private static String unquoted(String value) {
        if (value.length() < 2) return value;
        char first = value.charAt(0);
        boolean quoted = (first == '"' || first == '\'') && value.indexOf(first, 1) > 0;
        return quoted ? value.substring(1, value.indexOf(first, 1)) : value;
    }

    /// An address with a password in it.
    private static boolean hasPassword(String value) {
        int scheme = value.indexOf("://");
        int at = value.indexOf('@', Math.max(scheme, 0));
        int colon = value.indexOf(':', scheme + 3);
        return scheme > 0 && colon > 0 && colon < at - 1;
    }

    private static boolean looksRandom(String value) {
        if (value.length() < LONG_VALUE || value.contains("/") || value.contains(" ")) return false;
        return value.chars().anyMatch(c -> c >= '0' && c <= '9')
                && value.chars().anyMatch(c -> (c | 32) >= 'a' && (c | 32) <= 'z');
    }
}
