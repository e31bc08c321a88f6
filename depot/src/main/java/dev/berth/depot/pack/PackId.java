package dev.berth.depot.pack;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// The name of a pack: 128 random bits, so that no two writers ever choose the same and no id comes
/// back after its pack was deleted.
public record PackId(long high, long low) implements Comparable<PackId> {
    public static final int BYTES = 16;

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");
    private static final SecureRandom RANDOM = new SecureRandom();

    public static PackId random() {
        return new PackId(RANDOM.nextLong(), RANDOM.nextLong());
    }

    public static Optional<PackId> parse(String hex) {
        if (!FORM.matcher(hex).matches()) return Optional.empty();
        return Optional.of(
                new PackId(
                        HexFormat.fromHexDigitsToLong(hex, 0, 16),
                        HexFormat.fromHexDigitsToLong(hex, 16, 32)));
    }

    public String hex() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    @Override
    public int compareTo(PackId other) {
        int order = Long.compareUnsigned(high, other.high);
        return order != 0 ? order : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return hex();
    }
}
