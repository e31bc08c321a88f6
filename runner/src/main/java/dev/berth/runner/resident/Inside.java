package dev.berth.runner.resident;

import dev.berth.disk.SessionId;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Who runs inside a sandbox: of which session, and as which user when not as ours.
public record Inside(SessionId session, Optional<User> user) {
    private static final int PRIVATE = 0600;

    /// A user of this machine by numbers.
    public record User(int uid, int gid) {}

    /// Makes a file that the inside may read and write, and nobody else but us.
    void file(Folder folder, Name name, String text) throws FileFault {
        try (var file = folder.create(name, PRIVATE)) {
            file.writeFully(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)), 0);
            if (user.isPresent()) file.setOwner(user.get().uid(), user.get().gid());
        }
    }
}
