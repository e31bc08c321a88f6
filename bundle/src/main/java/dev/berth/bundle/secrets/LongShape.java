package dev.berth.bundle.secrets;

import java.util.List;

/// Secrets that are more than one word: keys in PEM, secrets behind their name, signed tokens.
enum LongShape {
    PRIVATE_KEY("private key") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            if (!Texts.startsWith(bytes, at, end, "-----BEGIN ")) return false;
            for (int i = at + 11; i < Math.min(end, at + 60); i++) {
                for (String marker : MARKERS) {
                    if (Texts.startsWith(bytes, i, end, marker)) {
                        return hasBody(bytes, i + marker.length(), end);
                    }
                }
                if (bytes[i] == '\n') return false;
            }
            return false;
        }
    },
    PUTTY_KEY("private key") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            return Texts.startsWith(bytes, at, end, "PuTTY-User-Key-File-");
        }
    },
    AWS_SECRET("AWS secret access key") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            for (String name : NAMES) {
                if (Texts.startsLike(bytes, at, end, name)) {
                    return isAssigned(bytes, at + name.length(), end);
                }
            }
            return false;
        }
    },
    SIGNED_TOKEN("signed token (JWT)") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            if (!Texts.startsWith(bytes, at, end, "eyJ")) return false;
            int first = part(bytes, at, end);
            if (first - at < 12 || !Texts.startsWith(bytes, first, end, ".eyJ")) return false;
            int second = part(bytes, first + 1, end);
            if (second >= end || bytes[second] != '.') return false;
            return part(bytes, second + 1, end) - second > 20;
        }
    };

    /// How these start.
    static final List<String> STARTS = List.of("-----BEGIN ", "PuTTY-User-Key-File-", "eyJ");

    /// How others start, in any case.
    static final List<String> NAMES =
            List.of("secret_access_key", "secretaccesskey", "secret-access-key", "secret_key");

    private static final int AWS_SECRET_LENGTH = 40;
    private static final int MOST_BETWEEN = 16;
    private static final List<String> MARKERS =
            List.of("PRIVATE KEY-----", "PRIVATE KEY BLOCK-----");

    private final String kind;

    LongShape(String kind) {
        this.kind = kind;
    }

    abstract boolean isAt(byte[] bytes, int at, int end);

    /// The kind that starts here; empty when none does.
    static String kindAt(byte[] bytes, int at, int end) {
        LongShape candidate;
        switch (bytes[at]) {
            case '-' -> candidate = PRIVATE_KEY;
            case 'P' -> candidate = PUTTY_KEY;
            case 's', 'S' -> candidate = AWS_SECRET;
            case 'e' -> candidate = SIGNED_TOKEN;
            default -> {
                return "";
            }
        }
        return candidate.isAt(bytes, at, end) ? candidate.kind : "";
    }

    /// Whether a key follows its first line, rather than the end of some text about keys. Line ends
    /// may be written as escapes, as in JSON.
    private static boolean hasBody(byte[] bytes, int at, int end) {
        int i = at;
        while (i < end && (bytes[i] == '\r' || bytes[i] == ' ')) i++;
        if (Texts.startsWith(bytes, i, end, "\\r")) i += 2;
        if (i < end && bytes[i] == '\n') i++;
        else if (Texts.startsWith(bytes, i, end, "\\n")) i += 2;
        else return false;
        while (i < end && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\n')) i++;
        int start = i;
        while (i < end && i - start < 8 && Texts.isBase64(bytes[i])) i++;
        return i - start == 8
                || Texts.startsWith(bytes, start, end, "Proc-Type")
                || Texts.startsWith(bytes, start, end, "Version:")
                || Texts.startsWith(bytes, start, end, "Comment:");
    }

    /// Whether forty characters follow behind `=`, `:` and quotes.
    private static boolean isAssigned(byte[] bytes, int at, int end) {
        int i = at;
        boolean given = false;
        for (; i < end && i - at < MOST_BETWEEN && "\"' \t:=>\\".indexOf(bytes[i]) >= 0; i++) {
            given |= bytes[i] == '=' || bytes[i] == ':';
        }
        int start = i;
        while (i < end && i - start <= AWS_SECRET_LENGTH && Texts.isBase64(bytes[i])) i++;
        return given && i - start == AWS_SECRET_LENGTH;
    }

    private static int part(byte[] bytes, int at, int end) {
        int i = at;
        int limit = Math.min(end, at + SecretScanner.OVERLAP_BYTES / 4);
        while (i < limit
                && (Texts.isDigit(bytes[i])
                        || Texts.isLetter(bytes[i])
                        || bytes[i] == '_'
                        || bytes[i] == '-')) {
            i++;
        }
        return i;
    }
}
