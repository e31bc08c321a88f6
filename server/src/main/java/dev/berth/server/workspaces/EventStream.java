package dev.berth.server.workspaces;

import dev.berth.failure.Failure;
import dev.berth.server.access.Caller;
import dev.berth.server.http.Answer;
import dev.berth.session.SessionKey;
import dev.berth.session.events.Reading;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Events as they happen, each once and in order, until the caller goes, its token is revoked, the
/// workspace is deleted or the server stops.
record EventStream(EventRoutes routes, SessionKey key, Caller caller, long after)
        implements Answer.Content {
    /// How soon a revoked token shows, at the latest.
    private static final Duration LOOK = Duration.ofSeconds(1);

    /// After so many looks without an event something is sent, to learn whether anybody listens.
    private static final int QUIET_LOOKS = 10;

    private static final byte[] SIGN_OF_LIFE = bytes(": still here\n\n");

    @Override
    public void writeTo(Answer.Out out) throws Failure, InterruptedException {
        out.write(bytes("retry: 1000\n\n"));
        out.flush();
        long seq = after;
        int quiet = 0;
        while (!routes.stopping().getAsBoolean()) {
            var events = routes.sessions().feed().after(key, seq, LOOK);
            // Asked after they were read: of what happened since a revocation nothing is told.
            if (!isAllowed()) return;
            for (var listed : events) {
                // One at a time: whoever reads slowly must not keep a page of long ones here.
                var event = Reading.whole(routes.catalog(), key, listed);
                String data = event.json().compact();
                out.write(bytes("id: " + event.seq() + "\ndata: " + data + "\n\n"));
                seq = event.seq();
            }
            quiet = events.isEmpty() ? quiet + 1 : 0;
            if (quiet >= QUIET_LOOKS) {
                out.write(SIGN_OF_LIFE);
                quiet = 0;
            }
            out.flush();
        }
    }

    private boolean isAllowed() throws Failure {
        return routes.tokens().isValid(caller) && routes.catalog().find(key).isPresent();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
