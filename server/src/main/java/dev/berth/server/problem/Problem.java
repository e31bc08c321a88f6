package dev.berth.server.problem;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Elsewhere;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Why a call was not done, as `application/problem+json` says it: a stable type, a status, what
/// happened and what to do next, and named facts for programs.
public record Problem(
        String family, int status, String detail, String next, Map<String, String> facts) {
    public static final String MEDIA_TYPE = "application/problem+json";
    private static final String PREFIX = "urn:berth:";
    private static final Set<String> OURS = Set.of("type", "title", "status", "detail", "next");

    public Problem {
        facts = Map.copyOf(facts);
    }

    /// The whole family of failures, translated once.
    public static Problem of(Failure failure) {
        int status =
                switch (failure) {
                    case Failure.Malformed _ -> 400;
                    case Failure.NotFound _ -> 404;
                    case Failure.Locked _ -> 423;
                    case Failure.Damaged _, Failure.WrongKey _ -> 500;
                    case Failure.Conflict _ -> Elsewhere.of(failure).isPresent() ? 421 : 409;
                    case Failure.StaleWriter _ -> 409;
                    case Failure.Refused _ -> 422;
                    case Failure.OverQuota _ -> 507;
                    case Failure.Unavailable _ -> 503;
                };
        return new Problem(
                failure.type(), status, failure.what(), failure.advice(), failure.facts());
    }

    public static Problem unauthorized() {
        return plain(
                "unauthorized",
                401,
                "this call needs a valid token",
                "send `Authorization: Bearer TOKEN`; the local user's is in the file `token` of the"
                        + " data folder");
    }

    public static Problem forbidden(String detail, String next) {
        return plain("forbidden", 403, detail, next);
    }

    public static Problem noSuchRoute() {
        return plain("not-found", 404, "there is nothing at this address", "see /openapi.json");
    }

    public static Problem wrongMethod(String allowed) {
        return plain("method-not-allowed", 405, "this address is not called so", "use " + allowed);
    }

    public static Problem failedPrecondition(
            String detail, String next, Map<String, String> facts) {
        return new Problem("conflict", 412, detail, next, facts);
    }

    public static Problem notSatisfiable(String detail) {
        return plain("refused", 416, detail, "ask for a part that is there, or for the whole");
    }

    public static Problem tooLarge(String detail, String next) {
        return plain("too-large", 413, detail, next);
    }

    public static Problem tooMany(String detail, String next) {
        return plain("rate-limited", 429, detail, next);
    }

    /// A bug of ours; what it was stays in the log.
    public static Problem unexpected() {
        return plain(
                "unexpected",
                500,
                "something went wrong inside the server",
                "see the server's log");
    }

    /// What the HTTP layer refused by itself.
    public static Problem transport(int status) {
        if (status == 413 || status == 414 || status == 431) {
            return plain("too-large", status, "the request is too large", "send less");
        }
        if (status >= 500) {
            String family = status == 503 ? "unavailable" : "unexpected";
            return plain(family, status, "the server could not answer", "try again");
        }
        return plain("malformed", status, "this is not a request that can be read", "mend it");
    }

    private static Problem plain(String family, int status, String detail, String next) {
        return new Problem(family, status, detail, next, Map.of());
    }

    public Json.Obj json() {
        var fields =
                Json.object()
                        .put("type", PREFIX + family)
                        .put("title", family.replace('-', ' '))
                        .put("status", status)
                        .put("detail", detail)
                        .put("next", next);
        new TreeMap<>(facts)
                .forEach(
                        (name, value) ->
                                fields.put(OURS.contains(name) ? "session_" + name : name, value));
        return fields.build();
    }
}
