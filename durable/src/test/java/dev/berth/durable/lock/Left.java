package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;

/// A lock as a process leaves it that is killed in the middle of a write.
final class Left {
    private static final Name TEMPORARY = Name.of(".value.tmp-0123456789abcdef");

    private Left() {}

    static boolean isTheirs(Name name) {
        return name.equals(TEMPORARY);
    }

    static void by(Both rule, Folder root, FakeProcesses process, FakeClock clock)
            throws FileFault {
        var world = new World(process, clock, new FakePace(), new Random(1));
        var owner = Owner.here(world, true);
        byte[] note = new Note(List.of(TEMPORARY)).encode();
        root.makeFolder(Party.LOCK, 0700);
        switch (rule) {
            case OWNER -> {
                try (var inside = root.folder(Party.LOCK)) {
                    put(inside, Claim.OWNER, owner.encode());
                    put(inside, Note.name(0), note);
                }
            }
            case HEARTBEAT, KEEPING_HEARTBEAT -> {
                var badge = new ByteArrayOutputStream();
                badge.writeBytes(owner.encode());
                badge.writeBytes(note);
                put(root, Name.of(Party.LOCK + ".held-" + owner.token()), badge.toByteArray());
            }
        }
        put(root, TEMPORARY, new byte[] {1, 2, 3});
    }

    private static void put(Folder folder, Name name, byte[] bytes) throws FileFault {
        try (var file = folder.create(name, 0600)) {
            file.writeFully(MemorySegment.ofArray(bytes), 0);
        }
    }
}
