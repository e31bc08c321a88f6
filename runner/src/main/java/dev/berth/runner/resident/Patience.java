package dev.berth.runner.resident;

import java.time.Duration;

/// How long a resident may take to begin a turn, and to end one, before it counts as deaf.
public record Patience(Duration begins, Duration kills) {
    /// A sandbox whose processes all want the processor may take some seconds.
    public static final Patience USUAL =
            new Patience(Duration.ofSeconds(20), Duration.ofSeconds(20));
}
