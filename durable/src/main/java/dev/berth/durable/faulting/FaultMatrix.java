package dev.berth.durable.faulting;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.faulting.Fault.Lasting;
import dev.berth.durable.faulting.FaultingFiles.Seen;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/// Every fault at every call of an operation, once and from then on.
///
/// Each case gets a new world, prepares it, runs the operation with the fault in wait, and checks
/// what is left through files that work again. By itself the matrix asserts that only a [Failure]
/// comes out and that no handle stays open; the scenario asserts the rest. What is violated is
/// thrown as an `AssertionError` that names the case.
public final class FaultMatrix {
    private final NewWorld worlds;
    private final List<Fault> faults;

    public FaultMatrix(NewWorld worlds) {
        this(worlds, Fault.USUAL);
    }

    public FaultMatrix(NewWorld worlds, List<Fault> faults) {
        this.worlds = worlds;
        this.faults = List.copyOf(faults);
    }

    /// Runs all cases and says how many of them met their fault.
    public int run(Scenario scenario) {
        int met = 0;
        for (Fault fault : faults) {
            for (Lasting lasting : Lasting.values()) {
                for (long nth = 1; ; nth++) {
                    var outcome = run(scenario, fault, nth, lasting);
                    if (!outcome.struck().isEmpty()) met++;
                    if (outcome.calls() < nth) break;
                }
            }
        }
        return met;
    }

    private Outcome run(Scenario scenario, Fault fault, long nth, Lasting lasting) {
        var told = "%s at call %d, %s".formatted(fault, nth, lasting);
        try {
            var world = worlds.make();
            try (var root = world.files().open(world.root())) {
                scenario.prepare(root);
                var faulting = new FaultingFiles(world.files());
                Optional<Failure> failure = Optional.empty();
                try (var bent = faulting.open(world.root())) {
                    int before = world.openHandles().getAsInt();
                    faulting.arm(fault, nth, lasting);
                    failure = failureOf(scenario, bent);
                    int after = world.openHandles().getAsInt();
                    if (after != before) {
                        throw new AssertionError((after - before) + " handles stay open");
                    }
                }
                var outcome = new Outcome(failure, fault, faulting.trace());
                scenario.check(root, outcome);
                return outcome;
            }
        } catch (Exception | AssertionError violation) {
            throw new AssertionError(told + ": " + violation, violation);
        }
    }

    private static Optional<Failure> failureOf(Scenario scenario, Folder root) throws FileFault {
        try {
            scenario.run(root);
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure);
        }
    }

    /// What is tried.
    public interface Scenario {
        /// Makes the old state.
        void prepare(Folder root) throws Exception;

        /// The operation, on files that fail.
        void run(Folder root) throws Failure, FileFault;

        /// Looks at what is left, on files that work.
        void check(Folder root, Outcome outcome) throws Exception;
    }

    /// How the operation ended, which fault was in wait for it, and which calls it made.
    public record Outcome(Optional<Failure> failure, Fault fault, List<Seen> trace) {
        public Outcome {
            trace = List.copyOf(trace);
        }

        /// How many calls it made.
        public int calls() {
            return trace.size();
        }

        /// Those that met the fault.
        public List<Call> struck() {
            return trace.stream().filter(Seen::struck).map(Seen::call).toList();
        }

        /// Whether a call of this kind met the fault.
        public boolean struck(Call.Kind kind) {
            return struck().stream().anyMatch(call -> call.kind() == kind);
        }

        /// Those that failed by it: none under a short write, which only takes less.
        public List<Call> failed() {
            return failed(0, trace.size());
        }

        /// Those from one place in the trace to another that failed by it.
        public List<Call> failed(int from, int to) {
            if (fault instanceof Fault.ShortWrite) return List.of();
            return trace.subList(from, to).stream().filter(Seen::struck).map(Seen::call).toList();
        }

        /// Where in the trace, from `from` on, the first such call stands that had its effect; the
        /// end of the trace when there is none.
        public int done(int from, Predicate<Call> wanted) {
            for (int at = from; at < trace.size(); at++) {
                if (trace.get(at).done() && wanted.test(trace.get(at).call())) return at;
            }
            return trace.size();
        }
    }

    /// Files that work, the folder to work in, and how many handles are open now.
    public record World(FileLayer files, Path root, IntSupplier openHandles) {}

    /// Makes a world for one case.
    public interface NewWorld {
        World make() throws Exception;
    }
}
