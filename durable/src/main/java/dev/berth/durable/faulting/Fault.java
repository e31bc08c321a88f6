package dev.berth.durable.faulting;

import dev.berth.durable.Errno;

import java.util.List;

/// What happens to a call instead of what was asked.
public sealed interface Fault {
    /// What every operation that touches files has to answer with a typed failure, or get over.
    List<Fault> USUAL =
            List.of(
                    new Fails(Errno.EIO),
                    new Fails(Errno.ENOSPC),
                    new Fails(Errno.EDQUOT),
                    new Fails(Errno.EMFILE),
                    new Fails(Errno.EROFS),
                    new Fails(Errno.EACCES),
                    new ShortWrite());

    /// It has no effect and fails with this error.
    record Fails(Errno errno) implements Fault {}

    /// A write takes half of the bytes, though at least one; other calls are left alone.
    record ShortWrite() implements Fault {}

    /// The process is dead: neither this call nor any later one has an effect; see [Killed].
    record Kill() implements Fault {}

    /// How long it lasts.
    enum Lasting {
        ONCE,
        FROM_THEN_ON
    }

    /// Thrown into the code of a process that is meant to be dead; nothing but a test catches it.
    final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Killed() {
            super("killed by a test", null, false, false);
        }
    }
}
