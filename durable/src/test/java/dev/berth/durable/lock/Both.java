package dev.berth.durable.lock;

import dev.berth.durable.Folder;

/// Both rules, one of them in both its forms, for tests that hold under any.
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
    },
    KEEPING_HEARTBEAT {
        @Override
        DirectoryLock lock(Party party, Folder folder) {
            return party.keepingHeartbeat(folder);
        }
    };

    abstract DirectoryLock lock(Party party, Folder folder);
}
