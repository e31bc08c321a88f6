package dev.berth.cli.tour;

import dev.berth.cli.World;
import dev.berth.disk.Tally;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemRandom;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A folder of the tour's own, with a data folder in it. When it is closed, the server that was
/// started there is stopped and the folder is removed. Nothing of the user's own is touched.
final class TourHome implements AutoCloseable {
    private static final int PRIVATE = 0700;
    private static final int SMALL = 4096;
    private static final int GRACE_SECONDS = 30;
    private static final Name DATA = Name.of("home");

    /// The agent of the tour, where no sandbox can be built.
    private static final String WITHOUT_WALLS =
            """
            profiles:
              shell:
                command: [sh]
                persistent_sessions: true
                unsandboxed: true
            """;

    private final World world;
    private final Folder above;
    private final Name name;
    private final Path path;
    private boolean closed;

    private TourHome(World world, Folder above, Name name, Path path) {
        this.world = world;
        this.above = above;
        this.name = name;
        this.path = path;
    }

    static TourHome make(World world, boolean sandboxed) throws Failure {
        var above = Path.of(world.variable("TMPDIR").orElse("/tmp"));
        var bytes = new byte[6];
        SystemRandom.here().nextBytes(bytes);
        var name = Name.of("berth-tour-" + HexFormat.of().formatHex(bytes));
        try {
            var folder = world.files().open(above);
            folder.makeFolder(name, PRIVATE);
            var home = new TourHome(world, folder, name, above.resolve(name.toString()));
            try (var own = folder.folder(name)) {
                own.makeFolder(DATA, PRIVATE);
                if (!sandboxed) home.settings(own);
            }
            return home;
        } catch (FileFault fault) {
            throw fault.asFailure(above.resolve(name.toString()).toString());
        }
    }

    private void settings(Folder own) throws FileFault, Failure {
        try (var data = own.folder(DATA)) {
            AtomicFile.write(
                    data, Name.of("berth.yaml"), WITHOUT_WALLS.getBytes(StandardCharsets.UTF_8));
        }
    }

    Path path() {
        return path;
    }

    /// The user's environment without anything that Berth would take as a setting.
    Map<String, String> environment() {
        var own = new HashMap<>(world.environment());
        own.keySet().removeIf(name -> name.startsWith("BERTH_") || name.startsWith("WORKSTATION_"));
        own.put("BERTH_HOME", path.resolve(DATA.toString()).toString());
        own.put("BERTH_SERVER_PORT", "0");
        return own;
    }

    /// Removes all live trees, as a machine does that burns down.
    Tally loseSessions() throws Failure {
        var sessions = path.resolve(DATA.toString()).resolve("sessions");
        try (var folder = world.files().open(sessions)) {
            return new Removal().content(folder);
        } catch (FileFault fault) {
            throw fault.asFailure(sessions.toString());
        }
    }

    /// Safe for use by several threads; only the first does anything.
    @Override
    public synchronized void close() {
        if (closed) return;
        closed = true;
        server().ifPresent(TourHome::stop);
        try {
            try (var own = above.folder(name)) {
                new Removal().content(own);
            }
            above.removeFolder(name);
        } catch (FileFault left) {
            if (!left.is(Errno.ENOENT)) {
                world.err().println("berth: %s could not be removed".formatted(path));
            }
        } finally {
            above.close();
        }
    }

    private Optional<ProcessHandle> server() {
        try (var own = above.folder(name);
                var data = own.folder(DATA)) {
            var note = AtomicFile.readIfThere(data, Name.of("server.json"), SMALL);
            if (note.isEmpty()) return Optional.empty();
            var pid = StrictJson.read(note.get()).fields().get("pid");
            return pid instanceof Json.Num(var number)
                    ? ProcessHandle.of(number.longValue())
                    : Optional.empty();
        } catch (FileFault | Failure | JsonRefusal none) {
            return Optional.empty();
        }
    }

    private static void stop(ProcessHandle server) {
        server.destroy();
        try {
            server.onExit().get(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException stuck) {
            server.destroyForcibly();
        } catch (InterruptedException hurried) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
