package dev.berth.server.operations;

import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Journal;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/// Figures for Prometheus, in its text format. Counts calls as the journal is told of them, and
/// what else is handed to it; asks for the rest when it is asked. Safe for use by several threads.
public final class Figures implements Journal {
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Journal next;
    private final Census census;
    private final Map<String, Timed> calls = new ConcurrentSkipListMap<>();
    private final LongAdder bugs = new LongAdder();
    private final LongAdder lostLeases = new LongAdder();

    private record Timed(LongAdder count, LongAdder nanos) {}

    /// `next` is told everything as well.
    public Figures(Journal next, Census census) {
        this.next = next;
        this.census = census;
    }

    public List<Route> routes() {
        return List.of(Route.of(Method.GET, "/metrics", Need.ADMIN, this::show));
    }

    @Override
    public void answered(Answered call) {
        String labels =
                "{method=\"%s\",route=\"%s\",status=\"%d\"}"
                        .formatted(method(call.method()), call.route(), call.status());
        var timed = calls.computeIfAbsent(labels, _ -> new Timed(new LongAdder(), new LongAdder()));
        timed.count().increment();
        timed.nanos().add(call.nanos());
        next.answered(call);
    }

    /// A label for each method that somebody makes up would grow for ever.
    private static String method(String method) {
        for (var known : Method.values()) if (known.name().equals(method)) return method;
        return "other";
    }

    @Override
    public void unexpected(String doing, Throwable bug) {
        bugs.increment();
        next.unexpected(doing, bug);
    }

    public void lostLeases() {
        lostLeases.increment();
    }

    private Answer show(Call call) throws Failure {
        var text = new StringBuilder();
        head(text, "berth_http_requests_total", "counter", "Calls by route and status.");
        calls.forEach(
                (labels, timed) ->
                        line(text, "berth_http_requests_total" + labels, timed.count().sum()));
        head(text, "berth_http_request_seconds_total", "counter", "Time until answers began.");
        calls.forEach(
                (labels, timed) ->
                        line(
                                text,
                                "berth_http_request_seconds_total" + labels,
                                timed.nanos().sum() / 1e9));
        head(text, "berth_unexpected_total", "counter", "Bugs that calls met.");
        line(text, "berth_unexpected_total", bugs.sum());
        head(text, "berth_lease_losses_total", "counter", "Times that all leases were lost.");
        line(text, "berth_lease_losses_total", lostLeases.sum());
        head(text, "berth_sessions", "gauge", "Sessions of this node by state.");
        var counted = census.count();
        counted.byState()
                .forEach(
                        (state, count) ->
                                line(
                                        text,
                                        "berth_sessions{state=\"%s\"}".formatted(state.label()),
                                        count));
        head(text, "berth_turns_waiting", "gauge", "Turns that were asked for and are not over.");
        line(text, "berth_turns_waiting", counted.waiting());
        head(text, "berth_session_bytes", "gauge", "Bytes in the sessions of this node.");
        line(text, "berth_session_bytes", counted.bytes());
        var heap = Runtime.getRuntime();
        head(text, "berth_heap_bytes", "gauge", "Bytes of the heap in use.");
        line(text, "berth_heap_bytes", heap.totalMemory() - heap.freeMemory());
        return Answer.bytes(200, TYPE, text.toString());
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP %s %s%n# TYPE %s %s%n".formatted(name, help, name, type));
    }

    private static void line(StringBuilder text, String name, Number value) {
        text.append(name).append(' ').append(value).append('\n');
    }
}
