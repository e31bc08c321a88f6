package dev.berth.flow;

import dev.berth.flow.FlowSession.Status;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// What has to agree within a session, for values that we make and files that we read alike.
final class SessionRules {
    private SessionRules() {}

    /// A field and what is wrong with it.
    record Contradiction(String field, String reason) {}

    record Times(Instant created, Instant updated, Optional<Instant> closed) {}

    static Optional<Contradiction> contradiction(
            List<Feature> features, Optional<FeatureId> active, Status status, Times times) {
        var ids = new HashSet<FeatureId>();
        for (var feature : features) {
            if (!ids.add(feature.id())) {
                return found("features", "has the id %s twice".formatted(feature.id()));
            }
        }
        var working =
                features.stream()
                        .filter(feature -> feature.status() == Feature.Status.IN_PROGRESS)
                        .map(Feature::id)
                        .toList();
        if (!working.equals(active.stream().toList())) {
            return found("active_feature", "has to name the one feature that is in_progress");
        }
        if (times.updated().isBefore(times.created())) {
            return found("updated_at", "has to be no earlier than created_at");
        }
        if (times.closed().isPresent() != (status == Status.CLOSED)) {
            return found("closed_at", "has to be there exactly when the status is closed");
        }
        return Optional.empty();
    }

    private static Optional<Contradiction> found(String field, String reason) {
        return Optional.of(new Contradiction(field, reason));
    }
}
