package dev.berth.session.catalog;

import dev.berth.session.SessionKey;

/// The right to write to a session: who has it, and its number, which counts up with each change of
/// hands.
public record Lease(SessionKey key, String holder, long epoch) {}
