package dev.berth.cli.serve;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.failure.Failure;
import dev.berth.server.http.Journal;

import java.io.PrintStream;
import java.time.Clock;

/// The server's log on standard error, one object of JSON per line. Calls that went well are
/// counted in `/metrics` and not told here.
record LogLines(PrintStream err, Clock clock) implements Journal {
    private static final int SERVERS_FAULT = 500;
    private static final int OVER_QUOTA = 507;

    @Override
    public void answered(Answered call) {
        if (call.status() < SERVERS_FAULT || call.status() == OVER_QUOTA) return;
        line(
                "error",
                "answered",
                Json.object()
                        .put("method", call.method())
                        .put("route", call.route())
                        .put("status", call.status())
                        .put("token", call.token()));
    }

    @Override
    public void unexpected(String doing, Throwable bug) {
        var fields = Json.object().put("doing", doing);
        if (bug instanceof Failure failure) {
            line("warn", "failed", fields.put("type", failure.type()).put("what", failure.what()));
            return;
        }
        line("error", "unexpected", fields.put("bug", bug.toString()));
        synchronized (err) {
            bug.printStackTrace(err);
            err.flush();
        }
    }

    void line(String level, String event, JsonFields fields) {
        var line =
                Json.object()
                        .put("ts", clock.instant())
                        .put("level", level)
                        .put("event", event)
                        .putAll(fields.build())
                        .build();
        synchronized (err) {
            err.println(line.compact());
            err.flush();
        }
    }
}
