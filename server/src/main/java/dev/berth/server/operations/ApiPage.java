package dev.berth.server.operations;

import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The description of the API as a page for people: one file, no script, nothing from outside.
final class ApiPage {
    private static final String STYLE =
            "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
                    + "h2{margin-top:2rem;font-size:1.1rem}code{font-size:.95em}"
                    + "b{display:inline-block;min-width:4.5rem}table{border-collapse:collapse}"
                    + "td{padding:.15rem 1rem .15rem 0;vertical-align:top}"
                    + "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}a{color:#8bf}}";

    private final StringBuilder page = new StringBuilder();

    private ApiPage() {}

    /// The policy under which a browser shows the page: its own style and nothing else.
    static String policy() {
        var hash = ContentHash.of(STYLE.getBytes(StandardCharsets.UTF_8));
        String style = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hash.hex()));
        return "default-src 'none'; style-src 'sha256-%s'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
                .formatted(style);
    }

    static String of(Json.Obj document) {
        var made = new ApiPage();
        made.page
                .append("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width\">")
                .append("<title>Berth: the API</title><style>")
                .append(STYLE)
                .append("</style>\n<h1>Berth: the API</h1>\n<p>For programs: ")
                .append("<a href=\"/openapi.json\">openapi.json</a>.</p>\n");
        object(document, "paths").ifPresent(paths -> paths.fields().forEach(made::path));
        made.page.append("<h1>Values</h1>\n");
        object(document, "components")
                .flatMap(parts -> object(parts, "schemas"))
                .ifPresent(schemas -> schemas.fields().forEach(made::value));
        return made.page.append("</html>\n").toString();
    }

    private void path(String path, Json calls) {
        if (!(calls instanceof Json.Obj(var methods))) return;
        methods.forEach(
                (method, call) -> {
                    if (call instanceof Json.Obj described) call(method, path, described);
                });
    }

    private void call(String method, String path, Json.Obj call) {
        page.append(
                "<h2><b>%s</b> <code>%s</code></h2>\n<p>%s%s</p>\n"
                        .formatted(
                                method.toUpperCase(Locale.ROOT),
                                escaped(path),
                                escaped(text(call, "summary")),
                                scope(call)));
        var rows = new ArrayList<String>();
        for (var each : items(call, "parameters")) {
            if (each instanceof Json.Obj parameter) {
                rows.add(row(text(parameter, "name"), schema(parameter), text(parameter, "in")));
            }
        }
        object(call, "requestBody").ifPresent(body -> rows.add(row("body", content(body), "")));
        object(call, "responses")
                .ifPresent(
                        answers ->
                                answers.fields()
                                        .forEach(
                                                (status, answer) -> rows.add(row(status, answer))));
        page.append("<table>").append(String.join("", rows)).append("</table>\n");
    }

    private static String scope(Json.Obj call) {
        for (var each : items(call, "security")) {
            if (!(each instanceof Json.Obj(var schemes))) continue;
            for (var scopes : schemes.values()) {
                if (scopes instanceof Json.Arr(var names) && !names.isEmpty()) {
                    return " Scope <code>%s</code>.".formatted(escaped(shown(names.getFirst())));
                }
            }
        }
        return "";
    }

    private static String row(String status, Json answer) {
        if (!(answer instanceof Json.Obj described)) return "";
        var reference = reference(described);
        if (reference.isPresent()) return row(status, reference.get(), "");
        return row(status, content(described), text(described, "description"));
    }

    private static String row(String name, String html, String note) {
        return "<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n"
                .formatted(escaped(name), html, escaped(note));
    }

    /// What a body holds, by its media type.
    private static String content(Json.Obj holder) {
        var kinds = new ArrayList<String>();
        object(holder, "content")
                .ifPresent(
                        content ->
                                content.fields()
                                        .forEach(
                                                (type, body) -> {
                                                    String said =
                                                            body instanceof Json.Obj obj
                                                                    ? schema(obj)
                                                                    : "";
                                                    kinds.add(escaped(type) + " " + said);
                                                }));
        return String.join("<br>", kinds);
    }

    private static String schema(Json.Obj holder) {
        return object(holder, "schema").map(ApiPage::type).orElse("");
    }

    private static String type(Json.Obj schema) {
        var reference = reference(schema);
        if (reference.isPresent()) return reference.get();
        if (object(schema, "items").isPresent()) {
            return "list of " + type(object(schema, "items").get());
        }
        var words = new ArrayList<String>();
        object(schema, "properties").ifPresent(fields -> words.add(fields(fields.fields())));
        var choices = items(schema, "enum").stream().map(ApiPage::shown).toList();
        if (!choices.isEmpty()) words.add(escaped(String.join(" | ", choices)));
        else if (words.isEmpty()) words.add(escaped(kinds(schema)));
        if (!text(schema, "description").isEmpty()) {
            words.add("(%s)".formatted(escaped(text(schema, "description"))));
        }
        return String.join(" ", words);
    }

    private static String fields(Map<String, Json> fields) {
        var rows = new StringBuilder("<table>");
        fields.forEach(
                (name, value) -> {
                    if (value instanceof Json.Obj schema) rows.append(row(name, type(schema), ""));
                });
        return rows.append("</table>").toString();
    }

    private static String kinds(Json.Obj schema) {
        var several = items(schema, "type").stream().map(ApiPage::shown).toList();
        return several.isEmpty() ? text(schema, "type") : String.join(" | ", several);
    }

    private void value(String name, Json schema) {
        if (!(schema instanceof Json.Obj described)) return;
        page.append("<h2 id=\"%s\"><code>%s</code></h2>\n".formatted(escaped(name), escaped(name)))
                .append(type(described))
                .append('\n');
    }

    private static Optional<String> reference(Json.Obj holder) {
        String target = text(holder, "$ref");
        if (target.isEmpty()) return Optional.empty();
        String name = escaped(target.substring(target.lastIndexOf('/') + 1));
        return Optional.of("<a href=\"#%s\">%s</a>".formatted(name, name));
    }

    private static Optional<Json.Obj> object(Json.Obj in, String name) {
        return in.fields().get(name) instanceof Json.Obj found
                ? Optional.of(found)
                : Optional.empty();
    }

    private static List<Json> items(Json.Obj in, String name) {
        return in.fields().get(name) instanceof Json.Arr(var items) ? items : List.of();
    }

    private static String text(Json.Obj in, String name) {
        return in.fields().get(name) instanceof Json.Text(var text) ? text : "";
    }

    private static String shown(Json value) {
        return value instanceof Json.Text(var text) ? text : value.compact();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
