package dev.berth.bundle.secrets;

/// Looks at ASCII in bytes.
final class Texts {
    private Texts() {}

    static boolean startsWith(byte[] bytes, int at, int end, String text) {
        if (end - at < text.length()) return false;
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) return false;
        }
        return true;
    }

    /// As above, whatever the case; `text` is in lower case.
    static boolean startsLike(byte[] bytes, int at, int end, String text) {
        if (end - at < text.length()) return false;
        for (int i = 0; i < text.length(); i++) {
            byte b = bytes[at + i];
            int lower = b >= 'A' && b <= 'Z' ? b + 32 : b;
            if (lower != text.charAt(i)) return false;
        }
        return true;
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static boolean isLetter(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
    }

    static boolean isBase64(byte b) {
        return isDigit(b) || isLetter(b) || b == '+' || b == '/';
    }

    /// Whether a word may start at `at`: nothing before it belongs to it. The letter of an escape
    /// such as `\n` does not.
    static boolean startsWord(byte[] bytes, int at) {
        if (at == 0) return true;
        byte before = bytes[at - 1];
        boolean joined = isDigit(before) || isLetter(before) || before == '_';
        return !joined || (at >= 2 && bytes[at - 2] == '\\');
    }
}
