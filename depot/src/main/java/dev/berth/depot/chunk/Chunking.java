package dev.berth.depot.chunk;

import dev.berth.failure.Failure;

/// How long chunks may be. Fixed for the life of a depot: other bounds would cut the same bytes
/// elsewhere, and nothing stored before would be found again.
public record Chunking(int minBytes, int averageBytes, int maxBytes) {
    /// What a new depot gets.
    public static final Chunking USUAL = new Chunking(16 * 1024, 64 * 1024, 256 * 1024);

    private static final int SMALLEST_BYTES = 64;
    private static final int LARGEST_BYTES = 64 * 1024 * 1024;

    public Chunking {
        if (!isPossible(minBytes, averageBytes, maxBytes)) {
            throw new IllegalArgumentException(
                    "no chunking: %d, %d, %d".formatted(minBytes, averageBytes, maxBytes));
        }
    }

    /// Bounds that some depot's description alleges.
    public static Chunking parse(long minBytes, long averageBytes, long maxBytes) throws Failure {
        if (isPossible(minBytes, averageBytes, maxBytes)) {
            return new Chunking((int) minBytes, (int) averageBytes, (int) maxBytes);
        }
        throw new Failure.Damaged(
                "depot.json says chunks of %d to %d bytes, %d on average, which cannot be"
                        .formatted(minBytes, maxBytes, averageBytes),
                "bring depot.json back from a copy");
    }

    private static boolean isPossible(long min, long average, long max) {
        boolean power = average > 0 && Long.bitCount(average) == 1;
        return power
                && SMALLEST_BYTES <= min
                && min < average
                && average < max
                && max <= LARGEST_BYTES;
    }
}
