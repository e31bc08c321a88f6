package dev.berth.depot;

import dev.berth.durable.FileLayer;

import java.security.SecureRandom;
import java.time.Clock;

/// What of the world a depot works with: files, time, randomness, and how many threads it may use.
public record Tools(FileLayer files, Clock clock, SecureRandom random, int threads) {
    /// More readers than this only wait for each other.
    private static final int MOST_THREADS = 16;

    public Tools {
        threads = Math.clamp(threads, 1, MOST_THREADS);
    }
}
