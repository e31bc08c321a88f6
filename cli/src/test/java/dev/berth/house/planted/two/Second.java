package dev.berth.house.planted.two;

import dev.berth.house.planted.one.First;

import java.util.Optional;

/// The other half of a planted cycle.
public record Second(Optional<First> other) {}
