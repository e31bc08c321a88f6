package dev.berth.cli.client;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Follows the cursors of a listing to its end.
final class Listing {
    private static final long MOST_A_PAGE = 200;

    private Listing() {}

    static List<Json.Obj> all(Api api, Map<String, String> filter) throws Failure {
        return some(api, filter, Long.MAX_VALUE);
    }

    static List<Json.Obj> some(Api api, Map<String, String> filter, long most) throws Failure {
        var some = new ArrayList<Json.Obj>();
        var query = new LinkedHashMap<>(filter);
        while (true) {
            query.put("limit", String.valueOf(Math.min(MOST_A_PAGE, most - some.size())));
            var page = api.get("/v1/workspaces", query);
            some.addAll(Fields.objects(page, "workspaces"));
            String next = Fields.text(page, "next_cursor");
            if (next.isEmpty() || some.size() >= most) return some;
            query.put("cursor", next);
        }
    }
}
