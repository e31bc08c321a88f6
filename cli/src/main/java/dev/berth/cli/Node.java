package dev.berth.cli;

/// Something that can be typed after `berth`: a verb, or a group of them.
public sealed interface Node permits Group, Verb {
    /// The word that it is typed as.
    String name();
}
