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
    private final Journal next;
    private final Census census;
    private final Deeds deeds;
    private final Map<String, Timed> calls = new ConcurrentSkipListMap<>();
    private final LongAdder bugs = new LongAdder();
    private final LongAdder lostLeases = new LongAdder();

    private record Timed(LongAdder count, LongAdder nanos) {}

    /// `next` is told everything as well.
    public Figures(Journal next, Census census, Deeds deeds) {
        this.next = next;
        this.census = census;
        this.deeds = deeds;
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
        var out = new Exposition();
        out.head("berth_http_requests_total", "counter", "Calls by route and status.");
        calls.forEach(
                (labels, timed) ->
                        out.line("berth_http_requests_total" + labels, timed.count().sum()));
        out.head("berth_http_request_seconds_total", "counter", "Time until answers began.");
        calls.forEach(
                (labels, timed) ->
                        out.line(
                                "berth_http_request_seconds_total" + labels,
                                timed.nanos().sum() / 1e9));
        out.one("berth_unexpected_total", "counter", "Bugs that calls met.", bugs.sum());
        out.one(
                "berth_lease_losses_total",
                "counter",
                "Times that all leases were lost.",
                lostLeases.sum());
        deeds.show(out);
        sessions(out, census.count());
        var heap = Runtime.getRuntime();
        out.one(
                "berth_heap_bytes",
                "gauge",
                "Bytes of the heap in use.",
                heap.totalMemory() - heap.freeMemory());
        return Answer.bytes(200, Exposition.TYPE, out.toString());
    }

    private static void sessions(Exposition out, Census.Counted counted) {
        out.head("berth_sessions", "gauge", "Sessions of this node by state.");
        counted.byState()
                .forEach(
                        (state, count) ->
                                out.line(
                                        "berth_sessions{state=\"%s\"}".formatted(state.label()),
                                        count));
        out.one(
                "berth_turns_waiting",
                "gauge",
                "Turns that were asked for and are not over.",
                counted.waiting());
        out.one(
                "berth_session_bytes",
                "gauge",
                "Bytes in the sessions of this node.",
                counted.bytes());
    }
}
