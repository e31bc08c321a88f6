package dev.berth.durable.modelled;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Fault;
import dev.berth.durable.faulting.Fault.Lasting;
import dev.berth.durable.faulting.FaultingFiles;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Runs operations one after the other on a modelled disk and cuts the power after every call of
/// the last one. The crashes within the others are those of the shorter sequences.
final class CrashSequences {
    private static final Path ROOT = Path.of("/");
    private static final Name AFTERWARDS = Name.of("afterwards");

    private final Tearing tearing;
    private final int textBytes;
    private final UnaryOperator<FileLayer> bent;
    private long states;
    private long crashes;

    /// `bent` stands between the operations and the disk: the identity, or some sabotage.
    CrashSequences(Tearing tearing, int textBytes, UnaryOperator<FileLayer> bent) {
        this.tearing = tearing;
        this.textBytes = textBytes;
        this.bent = bent;
    }

    long states() {
        return states;
    }

    long crashes() {
        return crashes;
    }

    /// All of `operations` are acknowledged but the last, which is cut short everywhere.
    void run(List<Operation> operations) throws Failure, FileFault {
        new Run().through(operations, 0);
    }

    /// The first operation is killed before its `nth` call, so that its unsynced traces stay where
    /// they are, and another process does the second, which is cut short everywhere. False when the
    /// first operation makes fewer calls than that.
    boolean runAfterKill(Operation killed, long nth, List<Operation> rest)
            throws Failure, FileFault {
        var run = new Run();
        if (!run.kill(killed, nth)) return false;
        run.through(rest, 1);
        return true;
    }

    private final class Run {
        private final ModelledFiles model = new ModelledFiles();
        private final CrashExplorer explorer = new CrashExplorer(model, tearing, this::check);
        private Set<View> allowed = Set.of(view());
        private int version;

        void through(List<Operation> operations, int firstVersion) throws Failure, FileFault {
            version = firstVersion;
            try (var root = bent.apply(explorer.files()).open(ROOT)) {
                explorer.watch(false);
                for (Operation operation : operations.subList(0, operations.size() - 1)) {
                    acknowledge(operation, root);
                }
                explorer.watch(true);
                acknowledge(operations.getLast(), root);
            }
            explorer.crash("the acknowledgement of " + operations.getLast());
            states += explorer.states();
            crashes += explorer.crashes();
        }

        boolean kill(Operation operation, long nth) throws Failure, FileFault {
            explorer.watch(false);
            var faulting = new FaultingFiles(bent.apply(explorer.files()));
            var before = view();
            var root = faulting.open(ROOT);
            faulting.arm(new Fault.Kill(), nth, Lasting.FROM_THEN_ON);
            try {
                operation.run(root, text(0));
                return false;
            } catch (Fault.Killed expected) {
                allowed = meanwhile(operation.changes(before, text(0)));
                return true;
            }
        }

        private void acknowledge(Operation operation, Folder root) throws Failure, FileFault {
            String text = text(version++);
            var changes = operation.changes(view(), text);
            var before = allowed;
            allowed = meanwhile(changes);
            operation.run(root, text);
            allowed = new HashSet<>();
            for (View view : before) {
                for (var change : changes) view = change.apply(view);
                allowed.add(view);
            }
        }

        private Set<View> meanwhile(List<UnaryOperator<View>> changes) {
            var possible = new HashSet<View>();
            for (View view : allowed) {
                possible.add(view);
                for (var change : changes) {
                    view = change.apply(view);
                    possible.add(view);
                }
            }
            return possible;
        }

        private void check(ModelledFiles survivor) throws Failure, FileFault {
            var found = View.of(survivor);
            if (!allowed.contains(found)) {
                throw new AssertionError("found %s, not one of %s".formatted(found, allowed));
            }
            // Life goes on: the next writer writes, and clears away what the crash left.
            try (var root = survivor.open(ROOT)) {
                AtomicFile.write(root, AFTERWARDS, new byte[] {1});
                AtomicFile.sweepTemporaries(root);
                for (var entry : root.list()) {
                    if (AtomicFile.isTemporary(entry.name())) throw new AssertionError(entry);
                }
            }
        }

        private View view() {
            try {
                return View.of(model);
            } catch (Failure | FileFault impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    // Every text differs from every other in all its sectors.
    private String text(int version) {
        return String.valueOf((char) ('0' + version)).repeat(textBytes + version);
    }
}
