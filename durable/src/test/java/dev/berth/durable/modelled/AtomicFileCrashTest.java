package dev.berth.durable.modelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Every sequence of up to three operations, a power loss after every call, and every file system
/// that may be found then: each operation happened whole or not at all, and what was acknowledged
/// is there.
class AtomicFileCrashTest {
    @Test
    void everyCrashLeavesTheOldOrTheNewAndAllThatWasAcknowledged() throws Exception {
        long states = 0;
        long crashes = 0;
        for (var sequences : both(files -> files)) {
            acknowledged(sequences);
            states += sequences.states();
            crashes += sequences.crashes();
        }
        System.out.printf("%,d file systems found after %,d power losses%n", states, crashes);
        assertThat(states).isGreaterThan(50_000);
    }

    @Test
    void whatAKilledProcessLeftUnsyncedHarmsNoLaterOne() throws Exception {
        long states = 0;
        for (var sequences : both(files -> files)) {
            afterKills(sequences, 1);
            states += sequences.states();
        }
        System.out.printf("%,d file systems found after kills and power losses%n", states);
        assertThat(states).isGreaterThan(20_000);
    }

    @Test
    @Tag("campaign")
    void norAnyTwoLaterOnes() throws Exception {
        long states = 0;
        for (var sequences : both(files -> files)) {
            afterKills(sequences, 2);
            states += sequences.states();
        }
        System.out.printf("%,d file systems found after kills and power losses%n", states);
        assertThat(states).isGreaterThan(500_000);
    }

    @Nested
    @DisplayName("The check itself, with one step taken out")
    class Teeth {
        @ParameterizedTest
        @EnumSource
        void findsTheLoss(Sabotage sabotage) {
            var sequences = new CrashSequences(Tearing.SECTOR, 700, sabotage::bend);
            assertThatThrownBy(
                            () -> {
                                acknowledged(sequences);
                                afterKills(sequences, 1);
                            })
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("not one of");
        }
    }

    private static List<CrashSequences> both(UnaryOperator<FileLayer> bent) {
        return List.of(
                new CrashSequences(Tearing.SECTOR, 1100, bent),
                new CrashSequences(Tearing.PAGE, 9000, bent));
    }

    private static void acknowledged(CrashSequences sequences) throws Failure, FileFault {
        for (var operations : sequencesOfUpTo(3)) sequences.run(operations);
    }

    private static void afterKills(CrashSequences sequences, int later) throws Failure, FileFault {
        for (Operation killed : Operation.values()) {
            for (long nth = 1; ; nth++) {
                boolean all = true;
                for (var rest : sequencesOfUpTo(later)) {
                    all &= sequences.runAfterKill(killed, nth, rest);
                    if (!all) break;
                }
                if (!all) break;
            }
        }
    }

    private static List<List<Operation>> sequencesOfUpTo(int length) {
        var sequences = new ArrayList<List<Operation>>();
        var longest = List.of(List.<Operation>of());
        for (int i = 0; i < length; i++) {
            var longer = new ArrayList<List<Operation>>();
            for (var sequence : longest) {
                for (Operation next : Operation.values()) {
                    var extended = new ArrayList<>(sequence);
                    extended.add(next);
                    longer.add(extended);
                }
            }
            sequences.addAll(longer);
            longest = longer;
        }
        return sequences;
    }
}
