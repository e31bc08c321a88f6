package dev.berth.cli.client;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonLimits;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/// Listens to a session's events as they happen. A connection that breaks is made again from the
/// last event that was heard, so that none is missed and none comes twice.
final class EventStream {
    private static final JsonLimits LIMITS =
            JsonLimits.USUAL.withDocumentBytes(256 << 20).withTextLength(64 << 20);
    private static final Map<String, String> LIVE = Map.of("Accept", "text/event-stream");
    private static final int MOST_TRIES = 40;
    private static final Duration BETWEEN = Duration.ofMillis(250);

    private final Named session;
    private long heard;

    EventStream(Named session, long after) {
        this.session = session;
        this.heard = after;
    }

    /// Gets each event; false when that was the last one wanted.
    interface Listener {
        boolean hear(Json.Obj event) throws Failure;
    }

    void follow(Listener listener) throws Failure {
        for (int tries = 0; ; tries++) {
            long before = heard;
            try {
                if (!listen(listener)) return;
            } catch (Failure.Unavailable broken) {
                if (heard == before && tries >= MOST_TRIES) throw broken;
            }
            if (heard != before) tries = 0;
            pause();
        }
    }

    /// False when enough was heard, true when the stream ended before.
    private boolean listen(Listener listener) throws Failure {
        var query = Map.of("after", String.valueOf(heard));
        var bytes = session.api().bytes(session.path("/events"), query, LIVE);
        try (var lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            var data = new StringBuilder();
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.startsWith("data:")) {
                    data.append(line.substring(line.startsWith("data: ") ? 6 : 5));
                }
                if (!line.isEmpty() || data.isEmpty()) continue;
                var event = event(data.toString());
                data.setLength(0);
                heard = Math.max(heard, Fields.number(event, "seq"));
                if (!listener.hear(event)) return false;
            }
            return true;
        } catch (IOException cut) {
            throw session.api().cut(cut);
        }
    }

    private static Json.Obj event(String data) throws Failure {
        try {
            return StrictJson.read(data.getBytes(StandardCharsets.UTF_8), LIMITS);
        } catch (JsonRefusal torn) {
            throw new Failure.Unavailable("the stream of events broke", "ask again").because(torn);
        }
    }

    private static void pause() throws Failure {
        try {
            Thread.sleep(BETWEEN);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted", "ask again").because(interrupted);
        }
    }
}
