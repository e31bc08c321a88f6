package dev.berth.server.workspaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

@DisplayName("The output of a turn in an answer")
class TurnOutputTest {
    private static final SessionKey KEY =
            new SessionKey(new SessionId("default"), new SessionId("ses_1"));
    private static final int MOST = 1 << 20;
    private static final int LONG = MOST / 16;

    private int whole;

    /// A turn that said a thousand long texts, of which rows hold the beginning only.
    private Catalog talkative() {
        return (Catalog)
                Proxy.newProxyInstance(
                        Catalog.class.getClassLoader(),
                        new Class<?>[] {Catalog.class},
                        (_, method, values) ->
                                switch (method.getName()) {
                                    case "events" -> page((Long) values[1], (Integer) values[2]);
                                    case "spilled" -> {
                                        whole++;
                                        yield Optional.of("x".repeat(LONG));
                                    }
                                    default -> throw new IllegalStateException(method.getName());
                                });
    }

    private static List<Event> page(long after, int limit) {
        return LongStream.rangeClosed(after + 1, Math.min(1000, after + limit))
                .mapToObj(TurnOutputTest::event)
                .toList();
    }

    private static Event event(long seq) {
        var data = Json.object().put("turn", 1L).put("text", "x").put("spilled", (long) LONG);
        return new Event(seq, Instant.EPOCH, EventType.OUTPUT, data.build());
    }

    @Test
    void isReadNoFurtherThanTheAnswerHoldsIt() throws Exception {
        var output = TurnOutput.read(talkative(), KEY, 0, 1);
        assertThat(output.text()).hasSize(MOST);
        assertThat(output.truncated()).isTrue();
        assertThat(whole).as("long texts that were read").isLessThanOrEqualTo(MOST / LONG + 1);
    }
}
