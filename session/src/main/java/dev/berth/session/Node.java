package dev.berth.session;

/// One server of a fleet, and the region it stands in.
public record Node(String name, String region) {
    public Node {
        if (name.isBlank()) throw new IllegalArgumentException("a node without a name");
    }
}
