package dev.berth.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A runner in an empty folder and one session's disk; whatever a test starts is stopped after it.
public abstract class RunnerFixture {
    protected static final SessionId SESSION = new SessionId("ses_1");
    protected static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir protected Path folder;
    protected Runner runner = new Nowhere();

    /// A runner whose state lies in `home`; asked for twice, it plays the next server.
    protected abstract Runner open(Path home) throws Exception;

    /// What a sandbox is like unless a test says otherwise.
    protected Plan plan(SessionId session) {
        return Plan.of(session, disk(session));
    }

    protected final Path disk(SessionId session) {
        return folder.resolve("disk-" + session);
    }

    @BeforeEach
    void openRunner() throws Exception {
        Files.createDirectory(folder.resolve("runner"));
        runner = open(folder.resolve("runner"));
        makeDisk(SESSION);
    }

    @AfterEach
    void stopAll() throws Exception {
        for (var sandbox : open(folder.resolve("runner")).list()) sandbox.stop();
    }

    protected final void makeDisk(SessionId session) throws Exception {
        for (String volume : new String[] {"workspace", "memory", "tmp"}) {
            Files.createDirectories(disk(session).resolve(volume));
        }
    }

    /// Runs one test in `place`, for one who has no engine of tests at hand.
    final void runAlone(Path place, Method test) throws Exception {
        folder = place;
        openRunner();
        try {
            test.setAccessible(true);
            test.invoke(this);
        } finally {
            stopAll();
        }
    }

    protected final Ran run(Sandbox sandbox, Command command) throws Exception {
        return follow(sandbox.exec(command), Optional.of(PATIENCE));
    }

    protected final Ran sh(Sandbox sandbox, String script) throws Exception {
        return run(sandbox, Command.of("sh", "-c", script));
    }

    protected static Ran follow(Turn turn, Optional<Duration> limit) throws Exception {
        var output = new ByteArrayOutputStream();
        var ending =
                Following.of(
                        turn,
                        0,
                        limit,
                        bytes -> output.writeBytes(bytes.toArray(ValueLayout.JAVA_BYTE)));
        return new Ran(ending, output.toByteArray());
    }

    protected final void await(Check check) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!check.holds()) {
            assertThat(System.nanoTime() - end).as("waited too long").isNegative();
            Thread.sleep(10);
        }
    }

    protected interface Check {
        boolean holds() throws Exception;
    }

    private static final class Nowhere implements Runner {
        @Override
        public String name() {
            return "nowhere";
        }

        @Override
        public void check() {}

        @Override
        public Sandbox start(Plan plan) throws Failure {
            throw new Failure.Unavailable("not opened", "");
        }

        @Override
        public Optional<Sandbox> find(SessionId session) {
            return Optional.empty();
        }

        @Override
        public List<Sandbox> list() {
            return List.of();
        }
    }
}
