package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.failure.Failure;
import dev.berth.flow.Feature.Status;
import dev.berth.flow.FlowSession.Approval;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Optional;

class FlowSessionTest {
    private static final Instant NOW = Projects.BEGIN;
    private static final FeatureId F1 = new FeatureId("f1");
    private static final FeatureId F2 = new FeatureId("f2");

    @Test
    void beginsWithAGoalAndNothingElse() throws Failure {
        var begun = begun();
        assertThat(begun.goal()).isEqualTo("Ship it");
        assertThat(begun.features()).isEmpty();
        assertThat(begun.approval()).isEqualTo(Approval.PENDING);
        assertThat(begun.active()).isEmpty();
    }

    @Test
    void numbersFeaturesUnlessTheyAreNamed() throws Failure {
        var session =
                begun().adding(Optional.empty(), "one", NOW)
                        .adding(Optional.of(new FeatureId("f3")), "two", NOW)
                        .adding(Optional.empty(), "three", NOW);
        assertThat(session.features())
                .extracting(feature -> feature.id().value())
                .containsExactly("f1", "f3", "f4");
        assertThatExceptionOfType(Failure.Conflict.class)
                .isThrownBy(() -> session.adding(Optional.of(F1), "again", NOW));
    }

    @Test
    void everyChangeOfThePlanAsksForApprovalAgain() throws Failure {
        var approved = planned();
        assertThat(approved.approval()).isEqualTo(Approval.APPROVED);
        assertThat(approved.adding(Optional.empty(), "more", NOW).approval())
                .isEqualTo(Approval.PENDING);
        assertThat(approved.editing(F1, "other", NOW).approval()).isEqualTo(Approval.PENDING);
        assertThat(approved.editing(F1, "one", NOW)).isEqualTo(approved);
        assertThat(approved.approved(NOW)).isEqualTo(approved);
    }

    @Test
    void thereIsNothingToApproveInAnEmptyPlan() throws Failure {
        var begun = begun();
        assertThatExceptionOfType(Failure.Conflict.class).isThrownBy(() -> begun.approved(NOW));
    }

    @Test
    void workBeginsOnlyOnAnApprovedPlan() throws Failure {
        var pending = begun().adding(Optional.empty(), "one", NOW);
        assertThatExceptionOfType(Failure.Conflict.class)
                .isThrownBy(() -> pending.starting(F1, NOW));
    }

    @Test
    void oneFeatureIsWorkedOnAtATime() throws Failure {
        var working = planned().starting(F1, NOW);
        assertThat(working.active()).contains(F1);
        assertThat(working.starting(F1, NOW)).isEqualTo(working);
        assertThatExceptionOfType(Failure.Conflict.class)
                .isThrownBy(() -> working.starting(F2, NOW));
        var done = working.finishing(F1, NOW);
        assertThat(done.active()).isEmpty();
        assertThat(status(done, F1)).isEqualTo(Status.DONE);
        assertThat(done.finishing(F1, NOW)).isEqualTo(done);
        assertThatExceptionOfType(Failure.Conflict.class).isThrownBy(() -> done.finishing(F2, NOW));
        assertThatExceptionOfType(Failure.Conflict.class).isThrownBy(() -> done.starting(F1, NOW));
    }

    @Test
    void aBlockedFeatureSaysWhyAndCanBeStartedAgain() throws Failure {
        var blocked = planned().starting(F1, NOW).blocking(F1, "no key", NOW);
        assertThat(blocked.active()).isEmpty();
        assertThat(status(blocked, F1)).isEqualTo(Status.BLOCKED);
        assertThat(blocked.notes())
                .extracting(FlowNote::text)
                .containsExactly("f1 is blocked: no key");
        assertThat(blocked.starting(F1, NOW).active()).contains(F1);
        assertThat(planned().starting(F1, NOW).blocking(F2, "why", NOW).active()).contains(F1);
    }

    @Test
    void anUnknownFeatureIsNotFound() throws Failure {
        var session = planned();
        var other = new FeatureId("f9");
        assertThatExceptionOfType(Failure.NotFound.class)
                .isThrownBy(() -> session.starting(other, NOW));
        assertThatExceptionOfType(Failure.NotFound.class)
                .isThrownBy(() -> session.editing(other, "x", NOW));
    }

    @Test
    void textsHaveLimitsThatAreSaid() throws Failure {
        var session = begun();
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(() -> session.noting("x".repeat(64 * 1024 + 1), NOW))
                .withMessageContaining("65537 characters");
        assertThatExceptionOfType(Failure.Malformed.class)
                .isThrownBy(() -> session.noting(" \n", NOW));
        assertThat(session.noting("x".repeat(64 * 1024), NOW).notes()).hasSize(1);
        assertThat(session.noting("a\ud800b", NOW).notes().getFirst().text()).isEqualTo("a\ufffdb");
    }

    @Test
    void aClockThatWasSetBackMakesNoHistoryRunBackwards() throws Failure {
        var later = begun().noting("first", NOW.plusSeconds(60));
        var earlier = later.noting("second", NOW.minusSeconds(3600));
        assertThat(earlier.updated()).isEqualTo(later.updated());
        assertThat(earlier.notes().getLast().at()).isEqualTo(later.updated());
    }

    private static Status status(FlowSession session, FeatureId id) {
        return session.feature(id).orElseThrow().status();
    }

    private static FlowSession begun() throws Failure {
        return FlowSession.begun(new FlowId("ses_1"), "Ship it", NOW);
    }

    private static FlowSession planned() throws Failure {
        return begun().adding(Optional.empty(), "one", NOW)
                .adding(Optional.empty(), "two", NOW)
                .approved(NOW);
    }
}
