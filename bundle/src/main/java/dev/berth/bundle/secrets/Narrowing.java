package dev.berth.bundle.secrets;

/// How text of two bytes for each character becomes one of one. What does not fit becomes a space:
/// no shape has it.
enum Narrowing {
    UNKNOWN(1, 0),
    NONE(1, 0),
    LOW_FIRST(2, 0),
    HIGH_FIRST(2, 1);

    private static final int LOOKED_AT = 16;

    private final int width;
    private final int low;

    Narrowing(int width, int low) {
        this.width = width;
        this.low = low;
    }

    /// By the mark in front, or by zeros in every second place.
    static Narrowing of(byte[] bytes, int length) {
        if (length < 2) return NONE;
        int mark = (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
        boolean four = mark == 0xfffe && length >= 4 && bytes[2] == 0 && bytes[3] == 0;
        if (four) return NONE;
        if (mark == 0xfffe) return LOW_FIRST;
        if (mark == 0xfeff) return HIGH_FIRST;
        // With three zeros of four they are of another width.
        if (length < LOOKED_AT || (zeros(bytes, 1, 4) && zeros(bytes, 2, 4))) return NONE;
        if (zeros(bytes, 1, 2) && !zeros(bytes, 0, 2)) return LOW_FIRST;
        return zeros(bytes, 0, 2) && !zeros(bytes, 1, 2) ? HIGH_FIRST : NONE;
    }

    private static boolean zeros(byte[] bytes, int from, int step) {
        for (int i = from; i < LOOKED_AT; i += step) {
            if (bytes[i] != 0) return false;
        }
        return true;
    }

    boolean narrows() {
        return width > 1;
    }

    /// Pieces of an even length keep the two bytes of a character together.
    byte[] narrow(byte[] bytes) {
        byte[] plain = new byte[bytes.length / 2];
        for (int i = 0; i < plain.length; i++) {
            boolean fits = bytes[2 * i + 1 - low] == 0 && bytes[2 * i + low] >= 0;
            plain[i] = fits ? bytes[2 * i + low] : (byte) ' ';
        }
        return plain;
    }
}
