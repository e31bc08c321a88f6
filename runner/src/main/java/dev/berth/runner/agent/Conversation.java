package dev.berth.runner.agent;

import dev.berth.disk.Volume;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// Which conversation of its own an agent goes on with: kept in `memory`, as `.berth/agent.json`,
/// so that it comes back with the state that it belongs to.
///
/// The agent can write there too. What it says is never trusted further than as an id of plain
/// characters, and what cannot be read is no conversation.
public record Conversation(String agent, String id) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");
    private static final Name FOLDER = Name.of(".berth");
    private static final Name FILE = Name.of("agent.json");
    private static final int MAXIMAL_BYTES = 4096;
    private static final int PRIVATE_FOLDER = 0700;

    public Conversation {
        if (!isPlain(id)) throw new IllegalArgumentException("not an id: " + id);
    }

    static boolean isPlain(String id) {
        return PLAIN.matcher(id).matches();
    }

    /// What is kept on `disk` for this agent; empty when there is nothing, or nothing readable.
    public static Optional<Conversation> read(FileLayer files, Path disk, Agent agent) {
        try (var memory = files.open(disk.resolve(Volume.MEMORY.label()));
                var folder = memory.folder(FOLDER)) {
            var bytes = AtomicFile.readIfThere(folder, FILE, MAXIMAL_BYTES);
            if (bytes.isEmpty()) return Optional.empty();
            var fields = StrictJson.open(bytes.get());
            String id = fields.text("conversation");
            return fields.text("agent").equals(agent.name()) && isPlain(id)
                    ? Optional.of(new Conversation(agent.name(), id))
                    : Optional.empty();
        } catch (FileFault | Failure | JsonRefusal unreadable) {
            return Optional.empty();
        }
    }

    /// Written whole or not at all, and durable on return.
    public void write(FileLayer files, Path disk) throws Failure {
        var content =
                Json.object()
                        .put("format", "berth-agent/1")
                        .put("agent", agent)
                        .put("conversation", id)
                        .build();
        try (var memory = files.open(disk.resolve(Volume.MEMORY.label()))) {
            clearTheWay(memory);
            try (var folder = AtomicFile.folders(memory, PRIVATE_FOLDER, FOLDER)) {
                AtomicFile.write(folder, FILE, content.file());
            }
        } catch (FileFault fault) {
            throw fault.asFailure(disk.toString());
        }
    }

    /// The name is ours. Whatever else the agent put there must not keep its turn from being over.
    private static void clearTheWay(Folder memory) throws FileFault {
        var there = memory.stat(FOLDER);
        if (there.isPresent() && there.get().kind() != FileStat.Kind.FOLDER) memory.unlink(FOLDER);
    }
}
