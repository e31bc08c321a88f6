package dev.berth.bundle.signing;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;

/// Public keys that prove nothing.
///
/// A point of small order is a key under which anybody can sign anything: the curve has eight of
/// them. Each has an encoding, some a second one with a number that is not reduced, and each may
/// carry a sign. The JDK takes them all; so they are told apart here, before it sees them. Any
/// other number that is not reduced is refused as well: two texts for one key are one too many.
final class WeakKeys {
    static final int KEY_BYTES = 32;

    private static final BigInteger PRIME =
            BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    /// The y of each point of small order, as keys are written: lowest byte first.
    private static final List<BigInteger> SMALL =
            List.of(
                    BigInteger.ZERO,
                    BigInteger.ONE,
                    PRIME.subtract(BigInteger.ONE),
                    number("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
                    number("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"));

    private WeakKeys() {}

    static boolean has(byte[] key) {
        var y = number(HexFormat.of().formatHex(key)).clearBit(255);
        return y.compareTo(PRIME) >= 0 || SMALL.contains(y);
    }

    private static BigInteger number(String littleEndian) {
        byte[] bytes = HexFormat.of().parseHex(littleEndian);
        byte[] turned = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) turned[bytes.length - 1 - i] = bytes[i];
        return new BigInteger(1, turned);
    }
}
