package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.failure.Failure;
import dev.berth.flow.Flow;
import dev.berth.flow.FlowSession;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.FileTree;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The projects in the workspaces of sessions, looked at where their files lie: nothing is brought
/// back, started or put right. What a checkpoint holds does not change, so that it is looked up
/// once. Safe for use by several threads.
final class Projects {
    private static final int REMEMBERED = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final SessionFiles files;
    private final SequencedMap<Point, Optional<FlowSession>> known = new LinkedHashMap<>();

    Projects(SessionFiles files) {
        this.files = files;
    }

    private record Point(SessionKey key, String checkpoint) {}

    /// What is active in the project of a session; empty when there is none, or it cannot be seen.
    Optional<FlowSession> of(Session session) {
        boolean settled = !session.state().hasRunner() && session.place().storage() == Storage.CAS;
        var point = session.life().head().filter(_ -> settled);
        if (point.isEmpty()) return look(session).orElse(Optional.empty());
        var at = new Point(session.key(), point.get());
        synchronized (known) {
            var before = known.get(at);
            if (before != null) return before;
        }
        var seen = new CompletableFuture<Optional<FlowSession>>();
        Thread.ofVirtual()
                .name("project of " + session.id())
                .start(
                        () -> {
                            var found = look(session);
                            found.ifPresent(flow -> remember(at, flow));
                            seen.complete(found.orElse(Optional.empty()));
                        });
        return within(seen);
    }

    /// A bucket may be slow, or gone: who asks for a session waits for this only so long.
    private static Optional<FlowSession> within(Future<Optional<FlowSession>> seen) {
        try {
            return seen.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException notNow) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void remember(Point at, Optional<FlowSession> flow) {
        synchronized (known) {
            if (known.size() >= REMEMBERED) known.remove(known.firstEntry().getKey());
            known.put(at, flow);
        }
    }

    /// Empty when nobody can say.
    private Optional<Optional<FlowSession>> look(Session session) {
        try {
            return Optional.of(files.ask(session.key(), Volume.WORKSPACE, Projects::in));
        } catch (Failure unseen) {
            return Optional.empty();
        }
    }

    private static Optional<FlowSession> in(FileTree tree) throws Failure {
        var path = FilePath.parse(Flow.SESSION_FILE);
        if (tree.stat(path).isEmpty()) return Optional.empty();
        try (var file = tree.open(path)) {
            if (file.size() > Flow.LONGEST_SESSION_BYTES) return Optional.empty();
            var bytes = new ByteArrayOutputStream();
            file.copy(0, file.size(), bytes::write);
            return Flow.glance(bytes.toByteArray());
        }
    }
}
