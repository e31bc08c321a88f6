package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;

import java.util.Optional;

/// Says what still waits to be put right, when a failing disk or a missing permission prevented it.
record Unsettled(ProjectRoot root, FileLayer files) {
    /// The same failure, unless something lies in the session's place that has to be named too.
    Failure besides(Failure failure) {
        if (!(failure.getCause() instanceof FileFault)) return failure;
        return switch (found().orElseGet(Found.Nothing::new)) {
            case Found.Unreadable(var reason, _) ->
                    new Failure.Damaged(
                                    ".flow/session.json cannot be read (%s), nor put away: %s"
                                            .formatted(reason, failure.what()),
                                    failure.advice())
                            .because(failure);
            case Found.Closing(var session) ->
                    new Failure.Unavailable(
                                    "session %s is closed, but cannot be moved to .flow/history: %s"
                                            .formatted(session.id(), failure.what()),
                                    failure.advice())
                            .because(failure);
            case Found.Nothing _, Found.Active _, Found.Newer _ -> failure;
        };
    }

    private Optional<Found> found() {
        try {
            var there = FlowFolder.look(root, files);
            if (there.isEmpty()) return Optional.empty();
            try (var folder = there.get()) {
                return Optional.of(LoadSession.from(folder.flow(), FlowFolder.SESSION));
            }
        } catch (Failure untold) {
            return Optional.empty();
        }
    }
}
