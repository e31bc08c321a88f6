package dev.berth.durable.lock;

import dev.berth.durable.Folder;

/// Both rules, for tests that hold under either.
enum Both {
    OWNER {
        @Override
        DirectoryLock lock(Party party, Folder folder) {
            return party.owner(folder);
        }
    },
    HEARTBEAT {
        @Override
        DirectoryLock lock(Party party, Folder folder) {
            return party.heartbeat(folder);
        }
    };

    abstract DirectoryLock lock(Party party, Folder folder);
}
