package dev.berth.cli.serve;

import dev.berth.cli.DataFolder;
import dev.berth.cli.HomeLock;
import dev.berth.cli.ServerNote;
import dev.berth.cli.World;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The data folder in the hands of one server: its lock, and the small files by which the server is
/// found.
final class ServerHome implements AutoCloseable {
    private static final Name HOLDER = Name.of("holder");
    private static final Name TOKEN = Name.of("token");
    private static final int SMALL = 4096;

    private final Folder folder;
    private final Held held;

    private ServerHome(Folder folder, Held held) {
        this.folder = folder;
        this.held = held;
    }

    /// Takes the folder; a `Locked` that names the server which has it.
    static ServerHome take(World world) throws Failure {
        DataFolder.of(world).folder("run").close();
        var folder = open(world);
        try {
            return new ServerHome(folder, HomeLock.take(folder, world));
        } catch (Failure.Locked taken) {
            var failure = taken(world, folder, taken);
            folder.close();
            throw failure;
        } catch (Failure | RuntimeException | Error failure) {
            folder.close();
            throw failure;
        }
    }

    private static Folder open(World world) throws Failure {
        try {
            return world.files().open(world.dataFolder());
        } catch (FileFault fault) {
            throw fault.asFailure("the data folder " + world.dataFolder());
        }
    }

    private static Failure taken(World world, Folder folder, Failure.Locked taken) throws Failure {
        var note = ServerNote.read(folder);
        return new Failure.Locked(
                "a server already runs on %s%s: %s"
                        .formatted(
                                world.dataFolder(),
                                note.map(server -> ", at " + server.url()).orElse(""),
                                taken.what()),
                "use that one, or stop it first; another data folder is chosen with BERTH_HOME",
                taken.facts());
    }

    private static Optional<String> text(Folder folder, Name name) throws Failure {
        return AtomicFile.readIfThere(folder, name, SMALL)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
    }

    /// Notes under which name this server holds leases; answers the one before, if any.
    Optional<String> exchangeHolder(String name) throws Failure {
        var former = text(folder, HOLDER).filter(text -> !text.isEmpty());
        write(HOLDER, name + "\n");
        return former;
    }

    Optional<String> token() throws Failure {
        return text(folder, TOKEN);
    }

    void token(String secret) throws Failure {
        write(TOKEN, secret + "\n");
    }

    /// Says where the server is, for those who look for it.
    void announce(ServerNote note) throws Failure {
        write(ServerNote.FILE, note.json().compact() + "\n");
    }

    private void write(Name name, String text) throws Failure {
        held.write(folder, name, text.getBytes(StandardCharsets.UTF_8), AtomicFile.PRIVATE);
    }

    /// Nobody finds the server any more, and the next may start.
    @Override
    public void close() {
        try {
            if (text(folder, ServerNote.FILE).isPresent()) {
                AtomicFile.remove(folder, ServerNote.FILE);
            }
        } catch (Failure left) {
            // Whoever reads it finds that nobody answers.
            assert !left.what().isEmpty();
        } finally {
            held.close();
            folder.close();
        }
    }
}
