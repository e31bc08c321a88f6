package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Fault;
import dev.berth.durable.faulting.Fault.Lasting;
import dev.berth.durable.faulting.FaultingFiles;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;

/// Every fault at every call, and a kill at every call: a typed failure or success, the old state
/// or the new one, nothing left open, and the next caller works at once.
class FlowFaultTest {
    private static final byte[] BROKEN = "{ broken".getBytes(StandardCharsets.UTF_8);

    @Test
    void aNoteIsKeptOrNot() {
        everyFault(
                model -> Projects.modelled(model).start("Ship it"),
                flow -> flow.change((session, now) -> session.noting("note", now)),
                (model, done) -> {
                    var notes = session(Projects.modelled(model)).notes();
                    assertThat(notes).hasSizeBetween(done ? 1 : 0, 1);
                });
    }

    @Test
    void aStartIsThereOrNot() {
        everyFault(
                _ -> {},
                flow -> flow.start("Ship it"),
                (model, done) -> {
                    try {
                        assertThat(Projects.modelled(model).status().session().isPresent() || !done)
                                .isTrue();
                    } catch (Failure.NotFound none) {
                        assertThat(done).isFalse();
                    }
                });
    }

    @Test
    void aCloseIsFinishedLater() {
        everyFault(
                model -> Projects.modelled(model).start("Ship it"),
                Flow::close,
                (model, done) -> {
                    var flow = Projects.modelled(model);
                    if (flow.status().history().archives().isEmpty()) {
                        assertThat(done).isFalse();
                        assertThat(session(flow).goal()).isEqualTo("Ship it");
                        flow.close();
                    }
                    assertThat(flow.status().session()).isEmpty();
                    assertThat(flow.history().archives()).hasSize(1);
                    assertThat(flow.status().instructionsCurrent()).isTrue();
                });
    }

    @Test
    void whatCannotBeReadIsKept() {
        everyFault(
                model -> {
                    Projects.modelled(model).start("Ship it");
                    try (var folder = model.open(Projects.ROOT.resolve(".flow"))) {
                        AtomicFile.write(folder, FlowFolder.SESSION, BROKEN);
                    }
                },
                Flow::status,
                (model, _) -> {
                    var put = Projects.modelled(model).status().history().quarantined();
                    assertThat(put).hasSize(1);
                    try (var history = model.open(Projects.ROOT.resolve(".flow/history"))) {
                        var name = Name.of(put.getFirst().name() + ".json");
                        assertThat(AtomicFile.read(history, name, 100)).isEqualTo(BROKEN);
                    }
                });
    }

    /// The session; for a moment it could not be read for lack of permission, and was put away.
    private static FlowSession session(Flow flow) throws Failure {
        var status = flow.status();
        if (status.session().isPresent()) return status.session().get();
        return flow.reopen(status.history().quarantined().getFirst().name()).session();
    }

    private static void everyFault(Prepare prepare, Operation operation, Check check) {
        var faults = new ArrayList<>(Fault.USUAL);
        faults.add(new Fault.Kill());
        int met = 0;
        for (Fault fault : faults) {
            for (Lasting lasting : Lasting.values()) {
                if (fault instanceof Fault.Kill && lasting == Lasting.ONCE) continue;
                for (int nth = 1; ; nth++) {
                    var faulting = run(prepare, operation, check, fault, lasting, nth);
                    if (faulting.calls().size() < nth) break;
                    met += faulting.struck().isEmpty() ? 0 : 1;
                }
            }
        }
        assertThat(met).isGreaterThan(100);
    }

    private static FaultingFiles run(
            Prepare prepare,
            Operation operation,
            Check check,
            Fault fault,
            Lasting lasting,
            int nth) {
        try {
            var model = new ModelledFiles();
            try (var root = model.open(Path.of("/"))) {
                root.makeFolder(Name.of("project"), 0755);
            }
            prepare.run(model);
            var faulting = new FaultingFiles(model);
            var flow = Projects.modelled(faulting);
            faulting.arm(fault, nth, lasting);
            boolean done = false;
            try {
                operation.run(flow);
                done = true;
            } catch (Failure failure) {
                assertThat(failure.what()).isNotBlank();
            } catch (Fault.Killed killed) {
                assertThat(fault).isInstanceOf(Fault.Kill.class);
            }
            if (!(fault instanceof Fault.Kill)) assertThat(model.openHandles()).isZero();
            check.run(model, done);
            return faulting;
        } catch (Exception | AssertionError violation) {
            throw new AssertionError(
                    "%s %s at call %d: %s".formatted(fault, lasting, nth, violation), violation);
        }
    }

    private interface Prepare {
        void run(ModelledFiles model) throws Exception;
    }

    private interface Operation {
        void run(Flow flow) throws Failure;
    }

    private interface Check {
        void run(ModelledFiles model, boolean done) throws Exception;
    }
}
