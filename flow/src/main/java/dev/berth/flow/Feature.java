package dev.berth.flow;

/// One piece of the plan.
public record Feature(FeatureId id, String title, Status status) {
    /// How far it is.
    public enum Status {
        PENDING,
        /// Being worked on: the session's active feature, of which there is at most one.
        IN_PROGRESS,
        DONE,
        /// Cannot go on; a note says why.
        BLOCKED
    }

    Feature with(Status other) {
        return new Feature(id, title, other);
    }

    Feature titled(String other) {
        return new Feature(id, other, status);
    }
}
