package dev.berth.bundle.secrets;

/// Where something that looks like a secret stands, and what it looks like. Lines count from 1.
public record Finding(long line, String kind) {}
