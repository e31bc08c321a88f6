package dev.berth.session;

import dev.berth.failure.Failure;

import java.util.Map;
import java.util.Optional;

/// The node that a refused request should have gone to, carried in the facts of the refusal.
public record Elsewhere(Node home) {
    private static final String NODE = "lives_on_node";
    private static final String REGION = "lives_in_region";

    public Failure failure(String what, String advice) {
        return new Failure.Conflict(what, advice, Map.of(NODE, home.name(), REGION, home.region()));
    }

    /// The node that a failure names, when it is one of these.
    public static Optional<Elsewhere> of(Failure failure) {
        String node = failure.facts().get(NODE);
        if (node == null) return Optional.empty();
        return Optional.of(new Elsewhere(new Node(node, failure.facts().getOrDefault(REGION, ""))));
    }
}
