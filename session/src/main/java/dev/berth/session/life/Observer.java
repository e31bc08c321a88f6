package dev.berth.session.life;

import dev.berth.session.SessionKey;

/// Hears what a node does, for figures and traces. Implementations are quick, safe for use by
/// several threads, and never fail.
public interface Observer {
    /// Nobody listens.
    Observer NONE = (_, _) -> Doing.UNHEARD;

    /// Something begins in this thread; what begins in it before that is closed is part of it.
    Doing begin(Deed deed, SessionKey session);

    /// What a node does that takes its time.
    enum Deed {
        /// A turn, from the moment that it is taken up to its checkpoint.
        TURN,
        /// A session gets its runner, whatever that takes.
        WAKE,
        /// A point of a session, until it is durable in the depot.
        CHECKPOINT
    }

    /// One deed under way. It failed unless somebody says how it ended.
    interface Doing extends AutoCloseable {
        Doing UNHEARD =
                new Doing() {
                    @Override
                    public void ended(String how) {}

                    @Override
                    public void moved(long bytes) {}

                    @Override
                    public void close() {}
                };

        void ended(String how);

        /// How many bytes were written on the way.
        void moved(long bytes);

        @Override
        void close();
    }
}
