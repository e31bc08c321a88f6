package dev.berth.runner.resident;

import dev.berth.disk.SessionId;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Who runs inside a sandbox: of which session, and as which user when not as ours.
///
/// What it shares with us it may write in place; it can neither add a name, replace one nor remove
/// one. Where it is our own user and that is not root, nothing but a mode keeps it from that, so
/// nobody here relies on a name that it can reach.
public record Inside(SessionId session, Optional<User> user) {
    /// A user of every machine that owns nothing.
    public static final User NOBODY = new User(65534, 65534);

    private static final int PRIVATE = 0600;
    private static final int OPEN = 0755;
    private static final int SHUT = 0555;

    /// A user of this machine by numbers.
    public record User(int uid, int gid) {}

    /// Makes a file that the inside may read and write, and nobody else but us.
    void file(Folder folder, Name name, String text) throws FileFault {
        try (var file = folder.create(name, PRIVATE)) {
            file.writeFully(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)), 0);
            if (user.isPresent()) file.setOwner(user.get().uid(), user.get().gid());
        }
    }

    /// Makes a folder that we fill before it is shut.
    static void folder(Folder in, Name name) throws FileFault {
        in.makeFolder(name, OPEN);
    }

    /// Lets us change what is in a folder; whatever the inside did to its mode is undone.
    void open(Folder in, Name folder) throws FileFault {
        in.setMode(folder, OPEN);
    }

    /// Keeps the inside from changing what is in a folder. One that is root, with no rights, is
    /// held by a folder that is not its own.
    void shut(Folder in, Name folder) throws FileFault {
        boolean root = user.isPresent() && user.get().uid() == 0;
        if (root) in.setOwner(folder, NOBODY.uid(), NOBODY.gid());
        in.setMode(folder, SHUT);
    }
}
