package dev.berth.durable;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// What a file is called until it is whole: `.<stem>.tmp-<16 random hex digits>`, beside the name
/// that it will get.
///
/// The stem tells whose temporary it is: the name itself while it is short; the beginning of a
/// longer one, `~` and a hash of all of it. So no temporary is longer than 62 bytes, which every
/// file system takes.
final class TemporaryName {
    private static final int MAXIMAL_STEM_BYTES = 40;
    private static final int KEPT_BYTES = 23;
    private static final String MARK = ".tmp-";
    private static final Charset US = StandardCharsets.US_ASCII;
    private static final int RANDOM_DIGITS = 16;
    private static final Pattern TAIL = Pattern.compile("\\.tmp-[0-9a-f]{16}");

    private static final SecureRandom RANDOM = SystemRandom.here();

    private TemporaryName() {}

    /// A new one for `name`; the chance that it is taken is nil, and the exclusive create tells.
    static Name next(Name name) {
        return join(stem(name), HexFormat.of().toHexDigits(RANDOM.nextLong()));
    }

    /// Whether `candidate` has the shape of any temporary.
    static boolean matches(Name candidate) {
        byte[] bytes = candidate.bytes();
        int tail = bytes.length - MARK.length() - RANDOM_DIGITS;
        if (tail < 2 || bytes[0] != '.') return false;
        var text = new String(bytes, tail, bytes.length - tail, StandardCharsets.ISO_8859_1);
        return TAIL.matcher(text).matches();
    }

    /// Whether `candidate` has the shape of a temporary of `name`.
    static boolean matches(Name candidate, Name name) {
        byte[] stem = stem(name);
        byte[] bytes = candidate.bytes();
        return matches(candidate)
                && bytes.length == 1 + stem.length + MARK.length() + RANDOM_DIGITS
                && Arrays.equals(bytes, 1, 1 + stem.length, stem, 0, stem.length);
    }

    private static byte[] stem(Name name) {
        byte[] bytes = name.bytes();
        if (bytes.length <= MAXIMAL_STEM_BYTES) return bytes;
        int cut = KEPT_BYTES;
        // Not within a character: some file systems refuse names that are not UTF-8.
        while (cut > 0 && (bytes[cut] & 0xc0) == 0x80) cut--;
        byte[] hash = ("~" + ContentHash.of(bytes).hex().substring(0, 16)).getBytes(US);
        byte[] stem = Arrays.copyOf(bytes, cut + hash.length);
        System.arraycopy(hash, 0, stem, cut, hash.length);
        return stem;
    }

    private static Name join(byte[] stem, String random) {
        byte[] tail = (MARK + random).getBytes(US);
        byte[] bytes = new byte[1 + stem.length + tail.length];
        bytes[0] = '.';
        System.arraycopy(stem, 0, bytes, 1, stem.length);
        System.arraycopy(tail, 0, bytes, 1 + stem.length, tail.length);
        return Name.parse(bytes).orElseThrow();
    }
}
