package dev.berth.bundle.ship;

import dev.berth.bundle.Manifest;

/// A bundle that was made: its manifest, its size, and what travelled.
public record Shipped(Manifest manifest, long bundleBytes, Departure departure) {}
