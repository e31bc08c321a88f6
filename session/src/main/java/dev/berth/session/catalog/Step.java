package dev.berth.session.catalog;

import dev.berth.failure.Failure;
import dev.berth.session.Session;

/// Makes a change of a session as it is. Touches nothing else: it may be asked again.
@FunctionalInterface
public interface Step {
    /// `lastSeq` is the number of the last event.
    Change on(Session now, long lastSeq) throws Failure;
}
