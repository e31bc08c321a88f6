package dev.berth.server.problem;

import java.util.Map;

/// A call that is not done for a reason that only HTTP knows: a token, a precondition, a size.
public final class Objection extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;
    private final transient Map<String, String> headers;

    public Objection(Problem problem) {
        this(problem, Map.of());
    }

    /// With headers that belong to the status, such as `Allow`.
    public Objection(Problem problem, Map<String, String> headers) {
        super(problem.detail());
        this.problem = problem;
        this.headers = Map.copyOf(headers);
    }

    public Problem problem() {
        return problem;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
