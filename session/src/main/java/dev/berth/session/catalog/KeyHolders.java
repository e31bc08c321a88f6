package dev.berth.session.catalog;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.SessionKey;

/// Which sessions need a key that is not their tenant's: the one that it was made for, and its
/// forks. A session with such a key holds it from the moment that it is entered. What a method
/// changed is durable when it returns; repeating it changes nothing.
public interface KeyHolders {
    /// `session` needs the key of `owner`.
    void hold(SessionKey session, SessionId owner) throws Failure;

    /// `session` needs it no more.
    void leave(SessionKey session, SessionId owner) throws Failure;

    /// Whether anybody needs it.
    boolean any(SessionId tenant, SessionId owner) throws Failure;
}
