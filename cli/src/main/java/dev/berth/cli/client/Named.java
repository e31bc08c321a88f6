package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A session that the user named, on the server that knows it.
record Named(Api api, String id) {
    static final String SESSION = "SESSION";
    private static final Pattern WHOLE = Pattern.compile("(ses_|pb-)[0-9a-hjkmnp-tv-z]{26}");
    private static final Pattern START = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,59}");
    private static final int FEW = 5;
    private static final int MANY = 100;

    static Spec argument(Spec spec) {
        return spec.argument(SESSION, "its id, a unique start of it, or its name");
    }

    static Named of(Given given, World world) throws Failure {
        var api = new Finding(world).api();
        return new Named(api, whole(api, given.text(SESSION)));
    }

    /// A path of this session's.
    String path(String below) {
        return "/v1/workspaces/" + Api.encoded(id) + below;
    }

    Json.Obj get(String below) throws Failure {
        return api.get(path(below));
    }

    Json.Obj post(String below, Json.Obj body) throws Failure {
        return api.post(path(below), body);
    }

    private static String whole(Api api, String typed) throws Failure {
        if (WHOLE.matcher(typed).matches()) return typed;
        var found = found(api, typed);
        if (found.size() == 1) return Fields.text(found.getFirst(), "session_id");
        if (found.isEmpty()) {
            throw new Failure.NotFound("there is no session " + typed, "see `berth sessions list`");
        }
        throw new Failure.Refused(
                "%d sessions are meant by %s: %s".formatted(found.size(), typed, some(found)),
                "type more of the id");
    }

    /// By a start of the id, which the server finds at once, and by the name unless what was typed
    /// can only be an id. A name that is typed whole beats the start of an id.
    private static List<Json.Obj> found(Api api, String typed) throws Failure {
        var found = new LinkedHashMap<String, Json.Obj>();
        if (START.matcher(typed).matches()) {
            boolean isId = typed.startsWith("ses_") || typed.startsWith("pb-");
            var starts = isId ? List.of(typed) : List.of(typed, "ses_" + typed);
            for (String start : starts) {
                var query = Map.of("id", start, "playbooks", "true");
                for (var one : Listing.some(api, query, MANY)) {
                    found.put(Fields.text(one, "session_id"), one);
                }
            }
            if (isId && !found.isEmpty()) return List.copyOf(found.values());
        }
        if (typed.isEmpty()) return List.of();
        var whole = found.get(typed);
        if (whole != null) return List.of(whole);
        var named = new ArrayList<Json.Obj>();
        for (var one : Listing.all(api, Map.of("q", typed, "playbooks", "true"))) {
            if (Fields.text(one, "name").equals(typed)) named.add(one);
        }
        if (named.size() == 1) return named;
        for (var one : named) found.put(Fields.text(one, "session_id"), one);
        return List.copyOf(found.values());
    }

    private static String some(List<Json.Obj> found) {
        var ids = found.stream().limit(FEW).map(one -> Fields.text(one, "session_id")).toList();
        return String.join(", ", ids) + (found.size() > FEW ? ", …" : "");
    }
}
