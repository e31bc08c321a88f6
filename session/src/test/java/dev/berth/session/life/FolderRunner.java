package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Input;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.Sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A runner without processes: turns work on the real folders of a disk, in this JVM. It outlives
/// the server that uses it, as a machine does, and dies when a test says so.
public final class FolderRunner implements Runner {
    private final Map<SessionId, FolderSandbox> alive = new ConcurrentHashMap<>();
    private final AtomicInteger started;

    /// Called when a runner is about to be there.
    volatile Runnable starting = () -> {};

    /// Called when a turn is about to begin.
    volatile Runnable executing = () -> {};

    /// Called when a turn is about to be ended from outside.
    volatile Cancelling cancelling = () -> {};

    /// Something that may fail.
    interface Cancelling {
        void run() throws Failure;
    }

    /// Called when a runner stands still.
    volatile Runnable pausing = () -> {};

    FolderRunner(AtomicInteger started) {
        this.started = started;
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public void check() {}

    @Override
    public Sandbox start(Plan plan) throws Failure {
        starting.run();
        var made = new FolderSandbox(this, plan);
        if (alive.putIfAbsent(plan.session(), made) != null) {
            throw new Failure.Conflict("it has a runner", "", Map.of());
        }
        started.incrementAndGet();
        return made;
    }

    @Override
    public Optional<Sandbox> find(SessionId session) {
        return Optional.ofNullable(alive.get(session));
    }

    @Override
    public List<Sandbox> list() {
        return List.copyOf(alive.values());
    }

    void gone(SessionId session) {
        alive.remove(session);
    }

    /// Every runner of this machine ends without a word.
    public void crash() {
        alive.values().forEach(FolderSandbox::die);
        alive.clear();
    }

    static String read(Input input) throws Failure {
        try {
            Path folder = Files.createTempDirectory("input");
            try (var open = SystemFiles.here().open(folder);
                    var file = open.create(Name.of("in"), 0600)) {
                input.writeTo(file);
            } catch (FileFault fault) {
                throw fault.asFailure("input");
            }
            var text = Files.readString(folder.resolve("in"));
            Files.delete(folder.resolve("in"));
            Files.delete(folder);
            return text;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
