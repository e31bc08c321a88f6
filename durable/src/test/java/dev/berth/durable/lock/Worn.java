package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.List;

/// A lock that was taken so often, by nobody else, that its badge stays worn.
final class Worn {
    private static final int HOLDS = 5;

    private Worn() {}

    static DirectoryLock lock(Party party, Folder folder) throws Failure, FileFault {
        var lock = party.keepingHeartbeat(folder);
        use(lock);
        if (badges(folder).size() != 1) throw new AssertionError("no badge stays worn");
        return lock;
    }

    static void use(DirectoryLock lock) throws Failure {
        for (int i = 0; i < HOLDS; i++) lock.acquire(Party.NO_TIME).close();
    }

    static List<Name> badges(Folder folder) throws FileFault {
        return folder.list().stream()
                .filter(entry -> Badge.isBadge(entry.name(), entry.kind(), Party.LOCK))
                .map(Folder.Entry::name)
                .toList();
    }
}
