package dev.berth.cli.client;

import dev.berth.cli.ServerNote;
import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Finds the server to talk to: the one that `BERTH_URL` names, else the one of this data folder,
/// which is started in the background when none runs.
final class Finding {
    private static final String TOKEN = "BERTH_TOKEN";
    private static final int MOST_BYTES = 64 << 10;

    private final World world;

    Finding(World world) {
        this.world = world;
    }

    Api api() throws Failure {
        var named = world.variable("BERTH_URL");
        if (named.isPresent()) return new Api(named(named.get()));
        var running = running();
        if (running.isPresent()) return new Api(running.get());
        new Background(world).start(this::running);
        return new Api(running().orElseThrow(Finding::gone));
    }

    /// The local user's token opens everything: nobody but the server of this data folder sees it.
    private Server named(String url) throws Failure {
        var server = Server.at(url, said());
        if (server.token().isPresent()) return server;
        return running()
                .filter(server::isSameAs)
                .map(own -> server.with(own.token()))
                .orElse(server);
    }

    /// The server of this data folder, while it has it.
    Optional<Server> running() throws Failure {
        try (var folder = world.files().open(world.dataFolder())) {
            var note = ServerNote.ofRunning(folder, world);
            return note.isPresent()
                    ? Optional.of(Server.at(note.get().url(), token()))
                    : Optional.empty();
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure("the data folder " + world.dataFolder());
        }
    }

    private Optional<Server.Token> said() throws Failure {
        var said = world.variable(TOKEN);
        if (said.isEmpty()) return Optional.empty();
        return Optional.of(Server.Token.parse(TOKEN, said.get()));
    }

    private Optional<Server.Token> token() throws Failure {
        var said = said();
        if (said.isPresent()) return said;
        var own = read("token").map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        if (own.isEmpty() || own.get().isBlank()) return Optional.empty();
        return Optional.of(Server.Token.parse("the file `token` of the data folder", own.get()));
    }

    private Optional<byte[]> read(String name) throws Failure {
        try (var folder = world.files().open(world.dataFolder());
                var file = folder.read(Name.of(name))) {
            byte[] bytes = new byte[(int) Math.min(file.stat().size(), MOST_BYTES)];
            file.readFully(MemorySegment.ofArray(bytes), 0);
            return Optional.of(bytes);
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure("the data folder " + world.dataFolder());
        }
    }

    private static Failure gone() {
        return new Failure.Unavailable(
                "the server ended as soon as it had started",
                "run `berth serve` to see what it says");
    }
}
