package dev.berth.session;

import static dev.berth.session.SessionState.ACTIVE;
import static dev.berth.session.SessionState.CREATED;
import static dev.berth.session.SessionState.EXPIRED;
import static dev.berth.session.SessionState.IDLE;
import static dev.berth.session.SessionState.PAUSED;
import static dev.berth.session.SessionState.RESUMABLE;
import static dev.berth.session.Verb.Effect.DO;
import static dev.berth.session.Verb.Effect.DONE;
import static dev.berth.session.Verb.Effect.REFUSE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;
import dev.berth.session.Verb.Effect;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.Map;

@DisplayName("What can be asked of a session")
class VerbTest {
    private static Map<SessionState, Effect> effects(Verb verb, boolean persistent) {
        var effects = new EnumMap<SessionState, Effect>(SessionState.class);
        for (var state : SessionState.values()) effects.put(state, verb.in(state, persistent));
        return effects;
    }

    @Test
    void suspendTakesThoseWithARunnerToResumable() {
        assertThat(effects(Verb.SUSPEND, true))
                .isEqualTo(
                        Map.of(
                                CREATED, REFUSE, ACTIVE, DO, IDLE, DO, PAUSED, DO, RESUMABLE, DONE,
                                EXPIRED, REFUSE));
    }

    @Test
    void anEphemeralSessionRestsInCreatedInstead() {
        assertThat(Verb.SUSPEND.in(CREATED, false)).isEqualTo(DONE);
        assertThat(Verb.RESUME.in(CREATED, false)).isEqualTo(DO);
    }

    @Test
    void resumeGivesActiveOfAnExpiredSessionToo() {
        assertThat(effects(Verb.RESUME, true))
                .isEqualTo(
                        Map.of(
                                CREATED, REFUSE, ACTIVE, DONE, IDLE, DO, PAUSED, DO, RESUMABLE, DO,
                                EXPIRED, DO));
    }

    @Test
    void terminateWorksInEveryState() {
        for (var state : SessionState.values()) {
            assertThat(Verb.TERMINATE.in(state, true)).isEqualTo(state == EXPIRED ? DONE : DO);
        }
    }

    @Test
    void anExpiredSessionTakesNeitherMessagesNorWrites() {
        for (var verb : new Verb[] {Verb.MESSAGE, Verb.WRITE, Verb.REWIND, Verb.CHECKPOINT}) {
            for (var state : SessionState.values()) {
                assertThat(verb.in(state, true)).isEqualTo(state == EXPIRED ? REFUSE : DO);
            }
        }
    }

    @Test
    void aRefusalIsAConflictThatNamesTheState() {
        var expired = Samples.session("ses_1").in(EXPIRED);
        assertThatThrownBy(() -> Verb.MESSAGE.begin(expired))
                .isInstanceOfSatisfying(
                        Failure.Conflict.class,
                        failure -> assertThat(failure.facts()).containsEntry("status", "expired"));
    }
}
