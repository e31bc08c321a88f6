package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A session that the user named, on the server that knows it.
record Named(Api api, String id) {
    static final String SESSION = "SESSION";
    private static final Pattern WHOLE = Pattern.compile("(ses_|pb-)[0-9a-hjkmnp-tv-z]{26}");
    private static final int FEW = 5;

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
        var found = new ArrayList<Json.Obj>();
        for (var one : Listing.all(api, Map.of("playbooks", "true"))) {
            String id = Fields.text(one, "session_id");
            boolean meant = Fields.text(one, "name").equals(typed) || begins(id, typed);
            if (meant && !typed.isEmpty()) found.add(one);
        }
        if (found.size() == 1) return Fields.text(found.getFirst(), "session_id");
        if (found.isEmpty()) {
            throw new Failure.NotFound("there is no session " + typed, "see `berth sessions list`");
        }
        throw new Failure.Refused(
                "%d sessions are meant by %s: %s".formatted(found.size(), typed, some(found)),
                "type more of the id");
    }

    private static boolean begins(String id, String typed) {
        return !typed.isEmpty() && (id.startsWith(typed) || id.startsWith("ses_" + typed));
    }

    private static String some(List<Json.Obj> found) {
        var ids = found.stream().limit(FEW).map(one -> Fields.text(one, "session_id")).toList();
        return String.join(", ", ids) + (found.size() > FEW ? ", …" : "");
    }
}
