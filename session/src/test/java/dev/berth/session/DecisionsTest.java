package dev.berth.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.runner.Sandbox.Condition;
import dev.berth.session.Capacity.Frozen;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@DisplayName("A decision")
class DecisionsTest {
    @Nested
    @DisplayName("on a message")
    class OnAMessage {
        @Test
        void coversAllThatCanBe() {
            for (var runner : Condition.values()) {
                assertThat(Dispatch.decide(Optional.empty(), runner))
                        .isInstanceOf(Dispatch.Register.class);
                for (boolean persistent : new boolean[] {false, true}) {
                    for (boolean files : new boolean[] {false, true}) {
                        var known = Optional.of(new Dispatch.Known(persistent, files));
                        assertThat(Dispatch.decide(known, runner))
                                .isInstanceOf(expected(runner, persistent && files));
                    }
                }
            }
        }

        private static Class<? extends Dispatch> expected(Condition runner, boolean attach) {
            return switch (runner) {
                case RUNNING -> Dispatch.Reuse.class;
                case PAUSED -> Dispatch.Unpause.class;
                case GONE -> attach ? Dispatch.Attach.class : Dispatch.Fresh.class;
            };
        }
    }

    @Nested
    @DisplayName("on where a session lives")
    class OnPlacement {
        @Test
        void everyCombinationIsTakenOrRefusedWithAReason() {
            for (var storage : Storage.values()) {
                for (var mobility : Mobility.values()) {
                    for (int bits = 0; bits < 8; bits++) {
                        var site = new Site((bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0);
                        var refusal = Placement.refusal(storage, mobility, site);
                        assertThat(refusal.isEmpty())
                                .as("%s %s %s", storage, mobility, site)
                                .isEqualTo(possible(storage, mobility, site));
                        refusal.ifPresent(failure -> assertThat(failure.advice()).isNotEmpty());
                    }
                }
            }
        }

        private static boolean possible(Storage storage, Mobility mobility, Site site) {
            if (storage == Storage.PVC) return false;
            return switch (mobility) {
                case LOCAL -> true;
                case SHARED -> storage == Storage.CAS ? site.sharedDepot() : site.sharedFolder();
                case OBJECT_SYNC -> site.bucket();
            };
        }

        @Test
        void pvcIsUnavailableAndNeverSynced() {
            var bucket = new Site(true, true, true);
            assertThat(Placement.refusal(Storage.PVC, Mobility.LOCAL, bucket))
                    .get()
                    .isInstanceOf(Failure.Unavailable.class);
            assertThat(Placement.refusal(Storage.PVC, Mobility.OBJECT_SYNC, bucket))
                    .get()
                    .isInstanceOf(Failure.Refused.class);
        }

        @Test
        void localNamesItsNodeSharedItsRegionAndObjectSyncNobody() {
            var home = new Node("a", "us-west-2");
            var near = new Node("b", "us-west-2");
            var far = new Node("c", "eu-west-1");
            for (var mobility : Mobility.values()) {
                assertThat(Placement.elsewhere(mobility, home, home)).isEmpty();
            }
            assertThat(Placement.elsewhere(Mobility.SHARED, home, near)).isEmpty();
            assertThat(Placement.elsewhere(Mobility.OBJECT_SYNC, home, far)).isEmpty();
            assertThat(Placement.elsewhere(Mobility.LOCAL, home, near).flatMap(Elsewhere::of))
                    .contains(new Elsewhere(home));
            assertThat(Placement.elsewhere(Mobility.SHARED, home, far).orElseThrow().what())
                    .contains("us-west-2");
        }
    }

    @Nested
    @DisplayName("on room and time")
    class OnRoomAndTime {
        @Test
        void aQuotaIsFullToTheByteAndNeverOverflows() throws Failure {
            var quota = new Quota(1);
            assertThat(quota.fits(0, Quota.MB)).isTrue();
            assertThat(quota.fits(1, Quota.MB)).isFalse();
            assertThat(quota.fits(Quota.MB * 2, 1)).isFalse();
            assertThat(quota.fits(Quota.MB * 2, 0)).isTrue();
            assertThat(quota.fits(1, Long.MAX_VALUE)).isFalse();
            assertThat(quota.isFull(Quota.MB - 1)).isFalse();
            assertThat(quota.isFull(Quota.MB)).isTrue();
            assertThat(Quota.parse(Long.MAX_VALUE / Quota.MB).bytes()).isPositive();
            for (long nonsense : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThatThrownBy(() -> Quota.parse(nonsense))
                        .isInstanceOf(Failure.Malformed.class);
            }
            assertThatThrownBy(() -> quota.require(Quota.MB, 1))
                    .isInstanceOf(Failure.OverQuota.class);
        }

        @Test
        void retentionStaysInsideItsBounds() throws Failure {
            var retention = Retention.DEFAULT;
            assertThat(retention.granted(Optional.empty())).isEqualTo(Duration.ofDays(7));
            assertThat(retention.granted(Optional.of(Duration.ofDays(1)))).hasDays(1);
            assertThat(retention.granted(Optional.of(Duration.ofDays(30)))).hasDays(30);
            for (var out : List.of(Duration.ofHours(23), Duration.ofDays(31), Duration.ZERO)) {
                assertThatThrownBy(() -> retention.granted(Optional.of(out)))
                        .isInstanceOf(Failure.Refused.class);
            }
            assertThatThrownBy(
                            () ->
                                    Retention.of(
                                            Duration.ofDays(7),
                                            Duration.ofDays(8),
                                            Duration.ofDays(9)))
                    .isInstanceOf(Failure.Refused.class);
            assertThat(Retention.removal(Samples.NOON, Duration.ofDays(7), true)).isEmpty();
            assertThat(Retention.removal(Samples.NOON, Duration.ofDays(7), false))
                    .contains(Instant.parse("2026-05-08T12:00:00Z"));
        }

        @Test
        void durationsAreReadAsTheyAreWritten() throws Failure {
            for (String text : List.of("90s", "15m", "24h", "7d", "0s")) {
                var parsed = Durations.parse(text);
                assertThat(Durations.parse(Durations.text(parsed))).isEqualTo(parsed);
            }
            assertThat(Durations.parse("7d")).isEqualTo(Duration.ofDays(7));
            assertThat(Durations.text(Duration.ofHours(24))).isEqualTo("1d");
            for (String text :
                    List.of(
                            "",
                            "7",
                            "d",
                            "-1d",
                            "1w",
                            "1.5h",
                            "7 d",
                            "7D",
                            "9999999999s",
                            "36501d")) {
                assertThatThrownBy(() -> Durations.parse(text))
                        .isInstanceOf(Failure.Malformed.class);
            }
        }

        @Test
        void theLeastRecentlyUsedRunnerGoesFirst() {
            var frozen = new ArrayList<Frozen>();
            for (int i : new int[] {3, 1, 4, 0, 2}) {
                var id = new SessionId("ses_" + i);
                frozen.add(new Frozen(Samples.TENANT, id, Samples.NOON.plusSeconds(i)));
            }
            assertThat(Capacity.excess(frozen, 5)).isEmpty();
            assertThat(Capacity.excess(frozen, 3))
                    .extracting(each -> each.session().value())
                    .containsExactly("ses_0", "ses_1");
            assertThat(Capacity.excess(frozen, 0)).hasSize(5);
        }
    }

    @Test
    void newIdsAreInTheOrderOfTheirMakingEvenWhenTheClockStands() {
        var ids = new SessionIds(Clock.fixed(Samples.NOON, ZoneOffset.UTC), new SecureRandom());
        var made = new ArrayList<String>();
        for (int i = 0; i < 1_000; i++) made.add(ids.next().value());
        assertThat(made).isSorted().doesNotHaveDuplicates().allMatch(id -> id.length() == 30);
        assertThat(made.getFirst()).matches("ses_[0-9a-hjkmnp-tv-z]{26}");
        assertThat(SessionIds.isPlaybook(ids.nextPlaybook())).isTrue();
    }
}
