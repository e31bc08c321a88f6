package dev.berth.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionIdTest {
    @ParameterizedTest
    @ValueSource(strings = {"s", "pb-1", "ses_01ARZ3NDEKTSV4RRFFQ69G5FAV", "0_-"})
    void takesWhatTheFormAllows(String text) throws Failure {
        assertThat(SessionId.parse(text).value()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "_a", "a b", "a/b", "../a", "a.b", "é", "a\n"})
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> SessionId.parse(text)).isInstanceOf(Failure.Malformed.class);
        assertThatThrownBy(() -> SessionId.parse("a".repeat(65)))
                .isInstanceOf(Failure.Malformed.class);
    }
}
