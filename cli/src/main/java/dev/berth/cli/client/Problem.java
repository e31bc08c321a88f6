package dev.berth.cli.client;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// A problem that a server answered, as the failure that it stands for: the same family, so that a
/// script sees the same exit code with and without a server.
final class Problem {
    private static final String FAMILY = "urn:berth:";
    private static final Set<String> KNOWN =
            Set.of("type", "title", "status", "detail", "next", "instance");

    private Problem() {}

    static Failure failure(int status, byte[] body) {
        Json.Obj problem;
        try {
            problem = StrictJson.read(body);
        } catch (JsonRefusal notOurs) {
            return new Failure.Unavailable(
                    "the server answered %d".formatted(status), "check BERTH_URL");
        }
        String what = Fields.text(problem, "detail");
        if (what.isEmpty()) what = "the server answered %d".formatted(status);
        return failure(kind(problem, status), what, Fields.text(problem, "next"), facts(problem));
    }

    static Failure failure(String kind, String what, String next, Map<String, String> facts) {
        return switch (kind) {
            case "malformed" -> new Failure.Malformed(what, next);
            case "not-found" -> new Failure.NotFound(what, next);
            case "locked" -> new Failure.Locked(what, next, facts);
            case "damaged" -> new Failure.Damaged(what, next, facts);
            case "conflict" -> new Failure.Conflict(what, next, facts);
            case "refused", "forbidden" -> new Failure.Refused(what, next, facts);
            case "unauthorized" ->
                    // The server's advice is for who writes headers.
                    new Failure.Refused(
                            what,
                            "set BERTH_TOKEN to a token of that server; the local user's is made"
                                    + " anew when it starts");
            case "over-quota" -> new Failure.OverQuota(what, next);
            case "stale-writer" -> new Failure.StaleWriter(what, next);
            case "wrong-key" -> new Failure.WrongKey(what, next);
            default -> new Failure.Unavailable(what, next);
        };
    }

    private static String kind(Json.Obj problem, int status) {
        String type = Fields.text(problem, "type");
        if (type.startsWith(FAMILY)) return type.substring(FAMILY.length());
        return switch (status) {
            case 400 -> "malformed";
            case 401 -> "unauthorized";
            case 403 -> "forbidden";
            case 404 -> "not-found";
            case 409, 412, 421 -> "conflict";
            case 422 -> "refused";
            case 423 -> "locked";
            case 507 -> "over-quota";
            default -> "unavailable";
        };
    }

    private static Map<String, String> facts(Json.Obj problem) {
        var facts = new LinkedHashMap<String, String>();
        problem.fields()
                .forEach(
                        (name, value) -> {
                            if (!KNOWN.contains(name)) facts.put(name, Fields.shown(value));
                        });
        return facts;
    }
}
