package dev.berth.depot.pack;

import dev.berth.depot.key.BlockSealer;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// The name of a pack, or of an index object: 256 random bits, so that no two writers ever choose
/// the same and no id comes back after its object was deleted. The nonces of its blocks rest on it.
public record PackId(String hex) implements Comparable<PackId> {
    public static final int BYTES = BlockSealer.PACK_ID_BYTES;

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public PackId {
        if (!FORM.matcher(hex).matches()) throw new IllegalArgumentException("no pack id: " + hex);
    }

    public static PackId random(SecureRandom random) {
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return of(bytes);
    }

    public static PackId of(byte[] bytes) {
        return new PackId(HexFormat.of().formatHex(bytes));
    }

    public static Optional<PackId> parse(String hex) {
        return FORM.matcher(hex).matches() ? Optional.of(new PackId(hex)) : Optional.empty();
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    // Written out: what a record gets by itself is linked at run time, which a short command feels.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PackId id && hex.equals(id.hex);
    }

    @Override
    public int hashCode() {
        return hex.hashCode();
    }

    @Override
    public int compareTo(PackId other) {
        return hex.compareTo(other.hex);
    }

    @Override
    public String toString() {
        return hex;
    }
}
