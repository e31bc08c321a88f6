package dev.berth.server.workspaces;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.access.Tokens;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Query;
import dev.berth.server.http.Route;
import dev.berth.session.Event;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.events.Retelling;
import dev.berth.session.events.TranscriptFormat;
import dev.berth.session.life.Sessions;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What happened in a workspace: as a list, as it happens, or as a text to read.
public record EventRoutes(
        Sessions sessions, Catalog catalog, Tokens tokens, BooleanSupplier stopping) {
    private static final int USUAL_PAGE = 500;
    private static final int LARGEST_PAGE = 1_000;
    private static final String STREAM = "text/event-stream";
    private static final Predicate<String> NEVER =
            Pattern.compile("q\\s*=\\s*0(\\.0*)?").asMatchPredicate();

    public List<Route> routes() {
        return List.of(
                Route.of(Method.GET, "/v1/workspaces/{id}/events", Need.READ, this::events)
                        .asking("after", "limit"),
                Route.of(Method.GET, "/v1/workspaces/{id}/transcript", Need.READ, this::transcript)
                        .asking("format", "after"));
    }

    private Answer events(Call call) throws Failure {
        var key = sessions.find(call.key()).key();
        long after = after(call);
        if (wantsStream(call)) {
            var stream = new EventStream(this, key, call.caller(), after);
            return Answer.stream(200, STREAM, stream).with("X-Accel-Buffering", "no");
        }
        int limit =
                call.query().number("limit", 1, LARGEST_PAGE).orElse((long) USUAL_PAGE).intValue();
        var page = catalog.events(key, after, limit + 1);
        var asked = page.size() > limit ? page.subList(0, limit) : page;
        var shown = WholeEvents.first(catalog, key, asked);
        boolean more = shown.size() < page.size();
        var answer = Json.object().put("events", shown.stream().map(Event::json).toList());
        if (more) answer.put("next_after", shown.getLast().seq());
        else answer.putNull("next_after");
        return Answer.json(answer.build());
    }

    /// The whole conversation as one text.
    private Answer transcript(Call call) throws Failure {
        var session = sessions.find(call.key());
        var format = format(call);
        long after = call.query().number("after", 0, Long.MAX_VALUE).orElse(0L);
        var told = Retelling.of(catalog, session, after);
        String name = session.id() + "." + format.ending();
        return Answer.stream(200, format.mediaType(), out -> told.write(format, out::write))
                .with("Content-Disposition", "inline; filename=\"%s\"".formatted(name))
                .with("Vary", "Accept");
    }

    /// The one that is asked for by name, else the first that the caller says it takes.
    private static TranscriptFormat format(Call call) throws Failure {
        var named = call.query().text("format");
        if (named.isPresent()) return TranscriptFormat.parse(named.get());
        for (String type : String.join(",", call.headers("Accept")).split(",", -1)) {
            switch (type.replaceAll(";.*", "").strip().toLowerCase(Locale.ROOT)) {
                case "text/markdown" -> {
                    return TranscriptFormat.MARKDOWN;
                }
                case "text/org", "text/x-org" -> {
                    return TranscriptFormat.ORG;
                }
                default -> {}
            }
        }
        return TranscriptFormat.JSON;
    }

    private static boolean wantsStream(Call call) {
        for (String types : call.headers("Accept")) {
            for (String type : types.split(",", -1)) {
                String[] words = type.strip().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1);
                if (words[0].equals(STREAM)) return Arrays.stream(words).noneMatch(NEVER);
            }
        }
        return false;
    }

    /// A stream that comes back says itself what it has seen.
    private static long after(Call call) throws Failure {
        Optional<String> seen = call.header("Last-Event-ID").filter(text -> !text.isEmpty());
        if (seen.isPresent()) {
            return Query.number("Last-Event-ID", seen.get(), 0, Long.MAX_VALUE);
        }
        return call.query().number("after", 0, Long.MAX_VALUE).orElse(0L);
    }
}
