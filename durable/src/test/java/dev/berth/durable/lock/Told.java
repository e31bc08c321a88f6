package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.Fault;
import dev.berth.durable.faulting.FaultMatrix.Outcome;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether whoever took a lock, published [Party#VALUE] and let go was told of each fault.
///
/// Everything must be told, but for three kinds of calls, which only tidy or only look:
///
/// - *Sweeping*, from the claim's coming to its place to the first step of the write, under the
///   owner rule: the lock is ours already, and what is not removed now is removed by the next one.
/// - *Releasing*, after the written file is durable: closing has no failure to give, and a lock
///   that stays behind is found to be nobody's.
/// - *Looking at somebody's owner file*, where just that cannot be read: it is one of the things
///   that an owner file may be, and is looked at again. What the one who looks leaves beside it for
///   others who look is a favour.
record Told(Both rule, Outcome outcome) {
    static final List<Fault> UNREADABLE =
            List.of(new Fault.Fails(Errno.EIO), new Fault.Fails(Errno.EACCES));

    void check() {
        var failure = outcome.failure();
        if (failure.isEmpty()) {
            assertThat(mustBeTold()).as("faults that nobody was told of").isEmpty();
            return;
        }
        assertThat(cause(failure.get()).<Fault>map(fault -> new Fault.Fails(fault.errno())))
                .as("behind %s", failure.get())
                .contains(outcome.fault());
        if (isPublished()) {
            assertThat(failure.get().what()).contains("in place, but a power loss may undo that");
        }
    }

    boolean isPublished() {
        return published() < outcome.calls();
    }

    private static Optional<FileFault> cause(Failure failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof FileFault fault) return Optional.of(fault);
        }
        return Optional.empty();
    }

    private List<Call> mustBeTold() {
        int durable = outcome.done(published(), call -> call.kind() == Kind.SYNC_FOLDER);
        assertThat(durable).as("where the write was made durable").isLessThan(outcome.calls());
        if (rule != Both.OWNER) return outcome.failed(0, durable);
        int taken = outcome.done(0, Told::takes);
        var told = new ArrayList<>(outcome.failed(0, taken));
        told.removeIf(call -> looks(call, outcome.fault()));
        told.addAll(outcome.failed(firstWriting(taken), durable));
        return told;
    }

    private int published() {
        return outcome.done(0, Told::publishes);
    }

    private static boolean publishes(Call call) {
        boolean renames = call.kind() == Kind.RENAME || call.kind() == Kind.RENAME_NEW;
        return renames && call.subject().endsWith(" to " + Party.VALUE);
    }

    private static boolean takes(Call call) {
        return call.kind() == Kind.RENAME && call.subject().endsWith(" to " + Party.LOCK);
    }

    private int firstWriting(int from) {
        for (int at = from; at < outcome.calls(); at++) {
            if (writes(outcome.trace().get(at).call())) return at;
        }
        return outcome.calls();
    }

    private static boolean writes(Call call) {
        if (call.kind() != Kind.CREATE) return false;
        var name = Name.of(call.subject());
        return Note.isNote(name) || AtomicFile.isTemporary(name);
    }

    /// Whether it looks at an owner file, where that cannot be read, or leaves a note of it.
    static boolean looks(Call call, Fault fault) {
        boolean reads =
                switch (call.kind()) {
                    case OPEN_FILE, READ, STAT -> call.subject().equals(Claim.OWNER.toString());
                    default -> false;
                };
        boolean isFavour = call.subject().equals("seen.json");
        return isFavour || (reads && UNREADABLE.contains(fault));
    }
}
