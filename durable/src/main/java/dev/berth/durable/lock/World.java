package dev.berth.durable.lock;

import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemRandom;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// What a lock knows of the world outside its folder. The clock is for people who read when a lock
/// was taken; nothing is decided by it that a jump could make wrong for good.
public record World(Processes processes, InstantSource clock, Pace pace, RandomGenerator random) {

    /// The real one, with the caller's clock.
    public static World of(FileLayer files, InstantSource clock) {
        return new World(Processes.here(files), clock, Pace.real(), SystemRandom.here());
    }
}
