package dev.berth.session.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.Errno;
import dev.berth.durable.faulting.Fault;
import dev.berth.durable.faulting.Fault.Lasting;
import dev.berth.durable.faulting.FaultingFiles;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

@DisplayName("A change of files that is broken off")
class BrokenOffTest {
    private static final int MOST_PER_CRASH = 200;

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void byAnyFaultAtAnyCallIsThereAsAWholeOrNotAtAll(ChangeOfFiles change) {
        var faults = new ArrayList<>(Fault.USUAL);
        faults.add(new Fault.Kill());
        int met = 0;
        for (var fault : faults) {
            for (var lasting : Lasting.values()) {
                if (fault instanceof Fault.Kill && lasting == Lasting.ONCE) continue;
                for (int nth = 1; ; nth++) {
                    var faulting = broken(change, fault, lasting, nth);
                    if (faulting.calls().size() < nth) break;
                    met += faulting.struck().isEmpty() ? 0 : 1;
                }
            }
        }
        assertThat(met).isGreaterThan(200);
    }

    private static FaultingFiles broken(
            ChangeOfFiles change, Fault fault, Lasting lasting, int nth) {
        try {
            var model = SmallVolume.make();
            var faulting = new FaultingFiles(model);
            faulting.arm(fault, nth, lasting);
            boolean done = false;
            try {
                change.run(faulting);
                done = true;
            } catch (Failure failure) {
                assertThat(failure.what()).isNotBlank();
                // Whoever is told of a failure finds no half of it, server or not.
                if (lasting == Lasting.ONCE) {
                    assertThat(SmallVolume.files(model)).isIn(SmallVolume.OLD, change.after());
                }
            } catch (Fault.Killed killed) {
                assertThat(fault).isInstanceOf(Fault.Kill.class);
            }
            if (!(fault instanceof Fault.Kill)) assertThat(model.openHandles()).isZero();
            requireWhole(model, change, done);
            return faulting;
        } catch (Exception | AssertionError violation) {
            throw new AssertionError(
                    "%s %s at call %d: %s".formatted(fault, lasting, nth, violation), violation);
        }
    }

    /// A row that makes a change true: the files are the new ones exactly when it is there.
    @ParameterizedTest(name = "{0}")
    @EnumSource
    void withARowIsThereExactlyWhenTheRowIs(ChangeOfFiles change) throws Exception {
        for (var lasting : Lasting.values()) {
            for (int nth = 1; ; nth++) {
                var model = SmallVolume.make();
                var faulting = new FaultingFiles(model);
                var fault = lasting == Lasting.ONCE ? Fault.USUAL.getFirst() : new Fault.Kill();
                faulting.arm(fault, nth, lasting);
                var row = new AtomicBoolean();
                boolean done = false;
                try {
                    change.run(faulting, incoming -> () -> enter(incoming, row));
                    done = true;
                } catch (Failure | Fault.Killed ended) {
                    if (ended instanceof Failure) {
                        assertThat(SmallVolume.files(model))
                                .as("told of a failure, call %d", nth)
                                .isEqualTo(SmallVolume.OLD);
                        assertThat(row).as("call %d", nth).isFalse();
                    }
                }
                Incoming.recover(model, SmallVolume.HOME, (_, mark) -> row.get() && isOurs(mark));
                assertThat(SmallVolume.files(model))
                        .as("%s %s at call %d", fault, lasting, nth)
                        .isEqualTo(row.get() ? change.after() : SmallVolume.OLD);
                if (done) assertThat(row).isTrue();
                if (faulting.calls().size() < nth) break;
            }
        }
    }

    private static void enter(Incoming incoming, AtomicBoolean row) throws Failure {
        incoming.mark("cp_ours");
        row.set(true);
    }

    private static boolean isOurs(String mark) {
        return mark.equals("cp_ours");
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void byALossOfPowerIsThereAsAWholeOrNotAtAll(ChangeOfFiles change) throws Exception {
        var done = new boolean[1];
        var model = SmallVolume.make();
        var explorer =
                new CrashExplorer(
                        model,
                        Tearing.PAGE,
                        survivor -> requireWhole(survivor, change, done[0]),
                        MOST_PER_CRASH,
                        2026);
        change.run(explorer.files());
        done[0] = true;
        explorer.crash("the answer");
        assertThat(explorer.states()).isGreaterThan(10);
    }

    /// A disk that fails for good keeps even the way back from being gone. Whatever was written
    /// over what had been placed until then is newer than what the next server would put back.
    @Test
    void neverTakesBackWhatWasWrittenSince() throws Exception {
        int met = 0;
        for (int nth = 1; ; nth++) {
            var model = SmallVolume.make();
            var faulting = new FaultingFiles(model);
            faulting.arm(new Fault.Fails(Errno.EIO), nth, Lasting.FROM_THEN_ON);
            try {
                ChangeOfFiles.UPLOAD.run(faulting);
                break;
            } catch (Failure failure) {
                assertThat(failure.what()).isNotBlank();
            }
            if (!SmallVolume.files(model).getOrDefault("a", "").startsWith("new")) continue;
            met++;
            SmallVolume.writeTop(model, "a", "newer");
            Incoming.recover(model, SmallVolume.HOME, (_, _) -> false);
            assertThat(SmallVolume.files(model).get("a")).startsWith("newer");
        }
        assertThat(met).isPositive();
    }

    /// What the next server finds: one of the two trees, that of the answer if there was one, and
    /// nothing left over.
    private static void requireWhole(ModelledFiles model, ChangeOfFiles change, boolean done)
            throws Exception {
        Incoming.recover(model, SmallVolume.HOME, (_, _) -> false);
        var found = SmallVolume.files(model);
        if (done) assertThat(found).isEqualTo(change.after());
        else assertThat(found).isIn(SmallVolume.OLD, change.after());
        try (var left = model.open(SmallVolume.HOME.resolve("sessions/.incoming"))) {
            assertThat(left.list()).as("left over").isEmpty();
        }
        // And it goes on from there.
        ChangeOfFiles.WRITE_A_FILE.run(model);
        var next = SmallVolume.files(model);
        assertThat(next).containsAllEntriesOf(Map.of("x/y/new", SmallVolume.shown("new", 0644)));
    }
}
