package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.failure.Failure;
import dev.berth.session.Samples;
import dev.berth.session.events.Transcript;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;

@DisplayName("The conversation of a session")
class ConversationTest extends OnOneNode {
    @Test
    void theTranscriptIsInTheCheckpoint() throws Exception {
        var key = made();
        var id = a.turn(key, "say one", "say two").checkpoint().orElseThrow();
        var all = Transcript.of(catalog, key, Long.MAX_VALUE);
        try (var depot = Machine.depot(folder.resolve("depot"), Clock.systemUTC())) {
            var tenant = depot.tenant(Samples.TENANT);
            try (var browsing = tenant.browse(tenant.find(id))) {
                var carried = Transcript.parse(browsing.transcript(), "it").events();
                assertThat(carried).isNotEmpty().isEqualTo(all.events().subList(0, carried.size()));
                assertThat(carried.getLast().text("ended")).isEqualTo("exited");
            }
        }
    }

    @Test
    void listenersGetEveryEventOnceAcrossReconnects() throws Exception {
        var key = made();
        var heard = new ArrayList<Long>();
        var listener =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                while (heard.size() < 30) {
                                    long last = heard.isEmpty() ? 0 : heard.getLast();
                                    var feed = a.sessions.feed();
                                    for (var event :
                                            feed.after(key, last, Duration.ofSeconds(60))) {
                                        heard.add(event.seq());
                                        // Every few events the listener goes and comes back.
                                        if (heard.size() % 3 == 0) break;
                                    }
                                }
                            } catch (Failure | InterruptedException failed) {
                                throw new IllegalStateException(failed);
                            }
                        });
        for (int i = 0; i < 8; i++) a.turn(key, "say " + i);
        listener.join(Duration.ofSeconds(90));
        for (int i = 0; i < heard.size(); i++) assertThat(heard.get(i)).isEqualTo(i + 1L);
        assertThat(heard).hasSizeGreaterThanOrEqualTo(30);
    }
}
