package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileFault;
import dev.berth.durable.faulting.Fault;
import dev.berth.durable.faulting.Fault.Lasting;
import dev.berth.durable.faulting.FaultingFiles;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.atomic.AtomicBoolean;

/// Power losses after every call and faults at every call, for all that moves trees: the old state
/// or the new one, nothing half, and what was acknowledged is there.
class TreeMoveTest {
    private static final int MOST_PER_CRASH = 150;
    private static final long SEED = 20261116;

    @ParameterizedTest
    @EnumSource
    void aPowerLossLeavesTheOldOrTheNew(TreeMove move) throws Exception {
        var model = new ModelledFiles();
        TreeMove.prepare(model);
        assertThat(TreeMove.state(model)).isEqualTo(move.before());
        var acknowledged = new AtomicBoolean();
        var explorer =
                new CrashExplorer(
                        model,
                        Tearing.PAGE,
                        survivor -> {
                            if (acknowledged.get()) {
                                assertThat(TreeMove.state(survivor)).isEqualTo(move.after());
                            } else {
                                assertThat(TreeMove.state(survivor))
                                        .isIn(move.before(), move.after());
                            }
                        },
                        MOST_PER_CRASH,
                        SEED);
        move.run(explorer.files());
        acknowledged.set(true);
        explorer.crash("the acknowledgement, seed " + SEED);
        assertThat(TreeMove.state(model)).isEqualTo(move.after());
        assertThat(TreeMove.isTidy(model)).isTrue();
        assertThat(explorer.crashes()).isGreaterThan(3);
    }

    @ParameterizedTest
    @EnumSource
    void aPowerLossThenTheSameAgainGivesTheNew(TreeMove move) throws Exception {
        var model = new ModelledFiles();
        TreeMove.prepare(model);
        var explorer =
                new CrashExplorer(
                        model,
                        Tearing.PAGE,
                        survivor -> {
                            try {
                                move.run(survivor);
                            } catch (Failure.Conflict | Failure.NotFound done) {
                                // What is not done twice had been done.
                                assertThat(done).isNotNull();
                            }
                            assertThat(TreeMove.state(survivor)).isEqualTo(move.after());
                        },
                        MOST_PER_CRASH / 10,
                        SEED);
        move.run(explorer.files());
    }

    @ParameterizedTest
    @EnumSource
    void aFaultAtAnyCallIsToldAndLeavesTheOldOrTheNew(TreeMove move) throws Exception {
        int met = 0;
        for (var fault : Fault.USUAL) {
            for (var lasting : Lasting.values()) {
                for (long nth = 1; ; nth++) {
                    var faulting = one(move, fault, nth, lasting);
                    if (!faulting.struck().isEmpty()) met++;
                    if (faulting.calls().size() < nth) break;
                }
            }
        }
        assertThat(met).isGreaterThan(12);
    }

    private static FaultingFiles one(TreeMove move, Fault fault, long nth, Lasting lasting)
            throws Failure, FileFault {
        String told = "%s: %s at call %d, %s".formatted(move, fault, nth, lasting);
        var model = new ModelledFiles();
        TreeMove.prepare(model);
        var faulting = new FaultingFiles(model);
        faulting.arm(fault, nth, lasting);
        boolean failed = false;
        try {
            move.run(faulting);
        } catch (Failure failure) {
            failed = true;
            assertThat(failure.getMessage()).as(told).isNotBlank();
        }
        assertThat(model.openHandles()).as(told).isZero();
        if (failed) assertThat(TreeMove.state(model)).as(told).isIn(move.before(), move.after());
        else assertThat(TreeMove.state(model)).as(told).isEqualTo(move.after());
        return faulting;
    }
}
