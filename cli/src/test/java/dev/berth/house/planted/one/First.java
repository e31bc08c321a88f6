package dev.berth.house.planted.one;

import dev.berth.house.planted.two.Second;

import java.util.Optional;

/// Half of a cycle between two rooms, planted to see the rule against it bite.
public record First(Optional<Second> other) {}
