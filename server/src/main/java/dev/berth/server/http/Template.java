package dev.berth.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The path of a route: `/v1/workspaces/{id}/files/{path}`. A name in braces stands for any one
/// name; `{path}`, which comes last, for all that follow.
public record Template(String text) {
    public static final String REST = "{path}";

    public Template {
        if (!text.startsWith("/")) throw new IllegalArgumentException(text);
        if (text.contains(REST) && !text.endsWith("/" + REST)) {
            throw new IllegalArgumentException(REST + " comes last: " + text);
        }
    }

    List<String> parts() {
        return text.equals("/") ? List.of() : List.of(text.substring(1).split("/", -1));
    }

    /// What the names in braces stand for; empty when the target is another one.
    Optional<Map<String, String>> match(List<String> names) {
        var parts = parts();
        boolean open = text.endsWith(REST);
        if (open ? names.size() < parts.size() : names.size() != parts.size()) {
            return Optional.empty();
        }
        var values = new LinkedHashMap<String, String>();
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            if (part.equals(REST)) {
                values.put("path", String.join("/", names.subList(i, names.size())));
            } else if (part.startsWith("{")) {
                values.put(part.substring(1, part.length() - 1), names.get(i));
            } else if (!part.equals(names.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    /// Words before places: `/a/b` is looked at before `/a/{x}`.
    long places() {
        return parts().stream().filter(part -> part.startsWith("{")).count();
    }
}
