package dev.berth.depot.copy;

import dev.berth.failure.Failure;

import java.util.Map;

/// What it means that something of the source cannot be read.
final class Torn {
    private Torn() {}

    static Failure at(String path, Failure why) {
        return new Failure.Damaged(
                        "%s cannot be read: %s".formatted(path, why.what()),
                        "see `berth depot verify` of the depot that is copied from",
                        Map.of("path", path))
                .because(why);
    }
}
