package dev.berth.cli;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.util.Optional;

/// `server.json` of a data folder: which process serves it, where, whether agents run without a
/// sandbox there, and what it recovered at its start.
public record ServerNote(long pid, String url, boolean unsandboxed, Optional<String> recovered) {
    public static final Name FILE = Name.of("server.json");
    private static final int MOST_BYTES = 4096;

    public Json.Obj json() {
        var note = Json.object().put("pid", pid).put("url", url);
        if (unsandboxed) note.put("unsandboxed", true);
        recovered.ifPresent(words -> note.put("recovered", words));
        return note.build();
    }

    /// What a server left there; nothing where it cannot be read.
    public static Optional<ServerNote> read(Folder home) throws Failure {
        var bytes = AtomicFile.readIfThere(home, FILE, MOST_BYTES);
        if (bytes.isEmpty()) return Optional.empty();
        try {
            var in = StrictJson.open(bytes.get());
            return Optional.of(
                    new ServerNote(
                            in.integer("pid", 1, Long.MAX_VALUE),
                            in.text("url"),
                            in.optionalBool("unsandboxed").orElse(false),
                            in.optionalText("recovered")));
        } catch (JsonRefusal unreadable) {
            return Optional.empty();
        }
    }

    /// The server that has the folder now; nothing where the note is that of a dead one.
    public static Optional<ServerNote> ofRunning(Folder home, World world) throws Failure {
        var note = read(home);
        if (note.isEmpty() || !HomeLock.isHeldBy(note.get().pid, home, world)) {
            return Optional.empty();
        }
        return note;
    }
}
