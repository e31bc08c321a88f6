package dev.berth.flow;

import dev.berth.durable.Name;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.util.Map;
import java.util.Optional;

/// Puts right what an interrupted or a strange writer left in the session's place: finishes a
/// close, and puts away what cannot be read.
record Settle(FlowFolder folder, Held held, World world) {
    /// What is active afterwards, and what was put away.
    record Settled(Optional<Found.Active> active, Optional<String> putAway) {
        Found.Active required() throws Failure {
            if (active.isPresent()) return active.get();
            if (putAway.isPresent()) {
                throw new Failure.Damaged(
                        putAway.get(), "`berth flow doctor` says how to recover it");
            }
            throw new Failure.NotFound(
                    "no session is active",
                    "start one with `berth flow start --goal TEXT`, or see `berth flow history list`");
        }

        void requireNone() throws Failure {
            if (active.isEmpty()) return;
            var id = active.get().session().id().value();
            throw new Failure.Conflict(
                    "session %s is active".formatted(id),
                    "close it first: `berth flow close`",
                    Map.of("id", id));
        }

        /// A failure that is not the only news.
        Failure besides(Failure failure) {
            if (putAway.isEmpty()) return failure;
            return new Failure.Damaged(
                            putAway.get() + "; besides, " + failure.what(),
                            "`berth flow doctor` says how to recover it; " + failure.advice())
                    .because(failure);
        }
    }

    Settled run() throws Failure {
        return switch (LoadSession.from(folder.flow(), FlowFolder.SESSION)) {
            case Found.Nothing _ -> new Settled(Optional.empty(), Optional.empty());
            case Found.Active active -> new Settled(Optional.of(active), Optional.empty());
            case Found.Closing(var session) -> {
                new ArchiveSession(folder, held).finish(session.id());
                yield new Settled(Optional.empty(), Optional.empty());
            }
            case Found.Newer(var format) -> throw LoadSession.newer(".flow/session.json", format);
            case Found.Unreadable(var reason, _) ->
                    new Settled(Optional.empty(), Optional.of(putAway(reason)));
        };
    }

    private String putAway(String reason) throws Failure {
        Name name =
                new QuarantineSession(folder, held)
                        .putAway(world.clock().instant(), world.random());
        String said =
                ".flow/session.json could not be read (%s); it is now .flow/history/%s"
                        .formatted(reason, name);
        try {
            new SaveSession(folder, held).clearProjection();
        } catch (Failure.Refused | Failure.Unavailable failure) {
            throw new Failure.Damaged(
                            said + "; the agent's file still shows it: " + failure.what(),
                            failure.advice() + ", then `berth flow refresh`")
                    .because(failure);
        }
        return said;
    }
}
