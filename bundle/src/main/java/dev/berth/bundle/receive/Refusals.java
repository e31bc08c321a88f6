package dev.berth.bundle.receive;

import dev.berth.failure.Failure;

/// How a bundle is turned away. In both cases nothing was written.
final class Refusals {
    private Refusals() {}

    /// It holds something that is not to be unpacked.
    static Failure refused(String why) {
        return new Failure.Refused(
                "this bundle is refused: " + why, "ask the sender for another one");
    }

    /// It is not what its sender made.
    static Failure damaged(String why) {
        return new Failure.Damaged("this bundle is damaged: " + why, "fetch it again");
    }
}
