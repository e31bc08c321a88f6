package dev.berth.bundle.secrets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Secrets without a start of their own, known by what stands around them: passwords in addresses,
/// what follows a header's name, tokens of several parts.
enum ContextShape {
    BOT_TOKEN("Telegram bot token") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            if (!Texts.startsWith(bytes, at, end, ":AA")) return false;
            int first = at;
            while (first > 0 && at - first <= 10 && Texts.isDigit(bytes[first - 1])) first--;
            int digits = at - first;
            boolean id = digits >= 8 && digits <= 10 && Texts.startsWord(bytes, first);
            return id && run(bytes, at + 1, end, 64) == 35;
        }
    },
    DISCORD_TOKEN("Discord token") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            if (!Texts.startsWord(bytes, at)) return false;
            int id = run(bytes, at, end, 40);
            if (id < 23 || id > 28) return false;
            int time = at + id;
            if (time >= end || bytes[time] != '.') return false;
            int length = run(bytes, time + 1, end, 16);
            int mark = time + 1 + length;
            if (length < 6 || length > 7 || mark >= end || bytes[mark] != '.') return false;
            return run(bytes, mark + 1, end, 64) >= 27;
        }
    },
    PASSWORD_IN_ADDRESS("password in an address") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            boolean scheme = at > 0 && Texts.isLetter(bytes[at - 1]);
            if (!scheme || !Texts.startsWith(bytes, at, end, "://")) return false;
            int user = at + 3;
            int colon = -1;
            for (int i = user; i < Math.min(end, user + MOST_ADDRESS); i++) {
                byte b = bytes[i];
                if (b == '@') return colon >= 0 && isPassword(bytes, user, colon, i);
                if (b <= ' ' || NOT_IN_ADDRESS.indexOf(b) >= 0) return false;
                if (b == ':' && colon < 0) colon = i;
            }
            return false;
        }
    },
    SHARED_ACCESS("Azure shared access signature") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            if (!Texts.startsWith(bytes, at, end, "sig=") || !Texts.startsWord(bytes, at)) {
                return false;
            }
            int from = at + 4;
            int i = from;
            while (i < end && i - from < 100 && (Texts.isBase64(bytes[i]) || bytes[i] == '%')) i++;
            boolean plain = i < end && bytes[i] == '=';
            boolean closed = plain || Texts.startsLike(bytes, i - 3, end, "%3d");
            return i - from >= 43 && closed;
        }
    },
    AUTHORIZATION("authorization header") {
        @Override
        boolean isAt(byte[] bytes, int at, int end) {
            if (!Texts.startsLike(bytes, at, end, "authorization")) return false;
            int i = at + 13;
            while (i < end && i - at < 24 && "\"' \t:=,\\".indexOf(bytes[i]) >= 0) i++;
            for (String scheme : List.of("bearer ", "basic ", "token ")) {
                if (Texts.startsLike(bytes, i, end, scheme)) {
                    return isCredential(bytes, i + scheme.length(), end);
                }
            }
            return false;
        }
    };

    /// How far a shape looks back.
    static final int LOOKS_BACK = 16;

    /// How these start.
    static final List<String> STARTS = starts();

    /// How others start, in any case.
    static final List<String> NAMES = List.of("authorization");

    private static final int MOST_ADDRESS = 256;
    private static final int LEAST_PASSWORD = 6;
    private static final int LEAST_CREDENTIAL = 16;
    private static final String NOT_IN_ADDRESS = "/?#\"'<>`\\,;(){}[]$*|";
    // What people write where others are to put their own.
    private static final Set<String> STANDS_FOR_ONE =
            Set.of("pass", "secret", "your", "example", "changeme", "redacted", "xxx", "holder");

    private final String kind;

    ContextShape(String kind) {
        this.kind = kind;
    }

    abstract boolean isAt(byte[] bytes, int at, int end);

    /// The kind that starts here; empty when none does.
    static String kindAt(byte[] bytes, int at, int end) {
        ContextShape candidate;
        switch (bytes[at]) {
            case ':' -> candidate = bytes[at + 1] == '/' ? PASSWORD_IN_ADDRESS : BOT_TOKEN;
            case 'M', 'N', 'O' -> candidate = DISCORD_TOKEN;
            case 's' -> candidate = SHARED_ACCESS;
            case 'a', 'A' -> candidate = AUTHORIZATION;
            default -> {
                return "";
            }
        }
        return candidate.isAt(bytes, at, end) ? candidate.kind : "";
    }

    private static List<String> starts() {
        var all = new ArrayList<>(List.of(":AA", "://", "sig="));
        // A Discord token starts with the digits of an id in base64.
        for (char first : "MNO".toCharArray()) {
            for (char second : "DTjz".toCharArray()) {
                for (char third : "AEIMQUYcgk".toCharArray()) all.add("" + first + second + third);
            }
        }
        return List.copyOf(all);
    }

    private static boolean isPassword(byte[] bytes, int user, int colon, int end) {
        if (end - colon - 1 < LEAST_PASSWORD) return false;
        String name = text(bytes, user, colon);
        String password = text(bytes, colon + 1, end);
        return !password.equals(name) && STANDS_FOR_ONE.stream().noneMatch(password::contains);
    }

    private static boolean isCredential(byte[] bytes, int at, int end) {
        boolean letter = false;
        boolean digit = false;
        int i = at;
        while (i < end && i - at < 200 && isCredential(bytes[i])) {
            letter |= Texts.isLetter(bytes[i]);
            digit |= Texts.isDigit(bytes[i]);
            i++;
        }
        return letter && digit && i - at >= LEAST_CREDENTIAL;
    }

    private static boolean isCredential(byte b) {
        return Texts.isBase64(b) || "._~=-".indexOf(b) >= 0;
    }

    /// How many characters of base64 as in addresses stand here, at most `most`.
    private static int run(byte[] bytes, int at, int end, int most) {
        int i = at;
        while (i < end && i - at < most && isWord(bytes[i])) i++;
        return i - at;
    }

    private static boolean isWord(byte b) {
        return Texts.isDigit(b) || Texts.isLetter(b) || b == '_' || b == '-';
    }

    private static String text(byte[] bytes, int from, int to) {
        var text = new StringBuilder();
        for (int i = from; i < to; i++) text.append((char) (bytes[i] & 0xff));
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
