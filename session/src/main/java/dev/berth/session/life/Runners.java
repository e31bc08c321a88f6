package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.runner.Runner;
import dev.berth.runner.profile.RunnerKind;

/// The runners of one server. Each tenant has its own of each kind: two tenants may call a session
/// alike, and neither finds the other's.
public interface Runners {
    /// The same one each time; a [Failure.Unavailable] when this server has none of that kind.
    Runner of(RunnerKind kind, SessionId tenant) throws Failure;
}
