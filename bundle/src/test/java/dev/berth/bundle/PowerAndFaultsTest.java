package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.Fault;
import dev.berth.durable.faulting.Fault.Lasting;
import dev.berth.durable.faulting.FaultMatrix;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.durable.faulting.FaultMatrix.Scenario;
import dev.berth.durable.faulting.FaultingFiles;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;

/// Power losses, kills and faults at every file operation: a bundle is whole or absent, and so is a
/// disk that was received.
@DisplayName("At every file operation")
class PowerAndFaultsTest {
    private static final long SEED = 2026;
    private boolean acknowledged;

    @Test
    void aPowerLossLeavesAWholeBundleOrNone() throws Exception {
        var model = filled();
        var explorer =
                new CrashExplorer(
                        model,
                        Tearing.PAGE,
                        survivor -> {
                            boolean there = new Pier(survivor).bundleIsWholeOrAbsent();
                            assertThat(there || !acknowledged).isTrue();
                        },
                        40,
                        SEED);
        new Pier(explorer.files()).ship();
        acknowledged = true;
        explorer.crash("the end");
        assertThat(explorer.states()).isGreaterThan(20);
        System.out.printf("ship: %d states, %d losses%n", explorer.states(), explorer.crashes());
    }

    @Test
    void aPowerLossLeavesAWholeDiskOrNone() throws Exception {
        var model = shipped();
        var explorer =
                new CrashExplorer(
                        model,
                        Tearing.PAGE,
                        survivor -> {
                            boolean there = new Pier(survivor).diskIsWholeOrAbsent();
                            assertThat(there || !acknowledged).isTrue();
                        },
                        40,
                        SEED);
        new Pier(explorer.files()).receive();
        acknowledged = true;
        explorer.crash("the end");
        assertThat(explorer.states()).isGreaterThan(100);
        System.out.printf("receive: %d states, %d losses%n", explorer.states(), explorer.crashes());
    }

    @Test
    void aKillWhileShippingLeavesAWholeBundleOrNone() throws Exception {
        kill(false);
    }

    @Test
    void aKillWhileReceivingLeavesAWholeDiskOrNone() throws Exception {
        kill(true);
    }

    private static void kill(boolean receiving) throws Exception {
        int whole = 0;
        int absent = 0;
        for (long nth = 1; ; nth++) {
            var model = receiving ? shipped() : filled();
            var dying = new FaultingFiles(model);
            dying.arm(new Fault.Kill(), nth, Lasting.FROM_THEN_ON);
            boolean finished = run(new Pier(dying), receiving);
            var after = new Pier(model);
            boolean there = receiving ? after.diskIsWholeOrAbsent() : after.bundleIsWholeOrAbsent();
            if (finished) {
                assertThat(there).isTrue();
                break;
            }
            if (there) {
                whole++;
            } else {
                absent++;
                run(after, receiving);
                assertThat(receiving ? after.diskIsWholeOrAbsent() : after.bundleIsWholeOrAbsent())
                        .isTrue();
            }
        }
        System.out.printf("killed: %d whole, %d absent%n", whole, absent);
        assertThat(absent).isGreaterThan(20);
    }

    private static boolean run(Pier pier, boolean receiving) throws Failure {
        try {
            if (receiving) pier.receive();
            else pier.ship();
            return true;
        } catch (Fault.Killed killed) {
            return false;
        }
    }

    @Test
    void aFaultWhileShippingIsToldAndLeavesNothing() {
        int met = matrix().run(new Shipping());
        assertThat(met).isGreaterThan(200);
    }

    @Test
    void aFaultWhileReceivingIsToldAndLeavesNothing() {
        int met = matrix().run(new Receiving());
        assertThat(met).isGreaterThan(200);
    }

    private static FaultMatrix matrix() {
        return new FaultMatrix(
                () -> {
                    var files = new ModelledFiles();
                    return new FaultMatrix.World(files, Path.of("/"), files::openHandles);
                });
    }

    private static class Shipping implements Scenario {
        @Override
        public void prepare(Folder root) throws Exception {
            Pier.fill(root);
        }

        @Override
        public void run(Folder root) throws Failure, FileFault {
            new Pier(new Below(root)).ship();
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Exception {
            var pier = new Pier(new Below(root));
            boolean there = pier.bundleIsWholeOrAbsent();
            if (outcome.failure().isEmpty()) assertThat(there).isTrue();
            else if (!outcome.struck(Kind.SYNC_FOLDER)) assertThat(there).isFalse();
            if (!removalStruck(outcome)) pier.assertTidy();
        }
    }

    private static final class Receiving extends Shipping {
        @Override
        public void prepare(Folder root) throws Exception {
            super.prepare(root);
            new Pier(new Below(root)).ship();
        }

        @Override
        public void run(Folder root) throws Failure, FileFault {
            new Pier(new Below(root)).receive();
        }

        @Override
        public void check(Folder root, Outcome outcome) throws Exception {
            var pier = new Pier(new Below(root));
            boolean there = pier.diskIsWholeOrAbsent();
            if (outcome.failure().isEmpty()) assertThat(there).isTrue();
            else if (!outcome.struck(Kind.SYNC_FOLDER)) assertThat(there).isFalse();
            if (!removalStruck(outcome)) pier.assertTidy();
        }
    }

    /// A stage that cannot be removed is left for the next one to sweep.
    private static boolean removalStruck(Outcome outcome) {
        return outcome.struck().size() > 1
                || outcome.struck(Kind.UNLINK)
                || outcome.struck(Kind.REMOVE_FOLDER)
                || outcome.struck(Kind.LIST)
                || outcome.struck(Kind.OPEN_FOLDER)
                || outcome.struck(Kind.STAT);
    }

    private static ModelledFiles filled() throws Exception {
        var model = new ModelledFiles();
        try (var root = model.open(Path.of("/"))) {
            Pier.fill(root);
        }
        return model;
    }

    private static ModelledFiles shipped() throws Exception {
        var model = filled();
        new Pier(model).ship();
        return model;
    }
}
