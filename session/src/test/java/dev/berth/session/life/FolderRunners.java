package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.runner.Sandbox;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The runners of a test's machine, one for each tenant.
final class FolderRunners {
    private final Map<SessionId, FolderRunner> runners = new ConcurrentHashMap<>();
    final AtomicInteger started = new AtomicInteger();

    FolderRunner of(SessionId tenant) {
        return runners.computeIfAbsent(tenant, _ -> new FolderRunner(started));
    }

    List<Sandbox> list() {
        return runners.values().stream().flatMap(runner -> runner.list().stream()).toList();
    }

    void crash() {
        runners.values().forEach(FolderRunner::crash);
    }
}
