package dev.berth.depot.s3;

/// What a store can do, as it has just shown.
///
/// @param decides whether it lets only one of several make an object
/// @param ranges whether it hands out a part of an object
/// @param parts whether an object can go up in parts
/// @param givesUp whether such an upload can be given up before its end
public record Abilities(boolean decides, boolean ranges, boolean parts, boolean givesUp) {}
