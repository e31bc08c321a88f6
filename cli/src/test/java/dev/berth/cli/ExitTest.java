package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class ExitTest {
    private static final List<Failure> FAMILY =
            List.of(
                    new Failure.Malformed("", ""),
                    new Failure.NotFound("", ""),
                    new Failure.Locked("", "", Map.of()),
                    new Failure.Damaged("", ""),
                    new Failure.Conflict("", "", Map.of()),
                    new Failure.Refused("", ""),
                    new Failure.OverQuota("", ""),
                    new Failure.StaleWriter("", ""),
                    new Failure.Unavailable("", ""),
                    new Failure.WrongKey("", ""));

    @Test
    void everyKindOfFailureHasTheCodeThatScriptsRelyOn() {
        var codes = new HashMap<String, Integer>();
        for (Failure failure : FAMILY) codes.put(failure.type(), Exit.of(failure));
        assertThat(codes)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "malformed", 2,
                                "not-found", 10,
                                "locked", 11,
                                "damaged", 12,
                                "conflict", 13,
                                "refused", 14,
                                "over-quota", 15,
                                "stale-writer", 16,
                                "unavailable", 17,
                                "wrong-key", 18));
    }

    @Test
    void theListAboveHoldsTheWholeFamily() {
        assertThat(FAMILY.stream().<Class<?>>map(Object::getClass).toList())
                .containsExactlyInAnyOrder(Failure.class.getPermittedSubclasses());
    }
}
