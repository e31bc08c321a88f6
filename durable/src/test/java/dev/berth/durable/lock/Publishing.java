package dev.berth.durable.lock;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Every way to publish [Party#VALUE] under a lock, in its folder or one below.
enum Publishing {
    WRITE,
    WRITE_BELOW_IF_A_GUARD_AGREES,
    CREATE,
    CREATE_BELOW,
    PUBLISH,
    PUBLISH_BELOW;

    private static final Name SUB = Name.of("sub");

    void prepare(Folder root) throws Failure, FileFault {
        if (isBelow()) root.makeFolder(SUB, 0700);
        if (before().equals("old")) at(root, folder -> Party.write(folder, Party.VALUE, "old"));
    }

    void run(Held held, Folder root, String value) throws Failure {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        try {
            at(root, folder -> run(held, folder, bytes));
        } catch (FileFault fault) {
            throw fault.asFailure(SUB.toString());
        }
    }

    private void run(Held held, Folder folder, byte[] bytes) throws Failure {
        switch (this) {
            case WRITE -> held.write(folder, Party.VALUE, bytes, 0600);
            case WRITE_BELOW_IF_A_GUARD_AGREES ->
                    held.write(
                            folder,
                            Party.VALUE,
                            bytes,
                            0600,
                            () -> AtomicFile.read(folder, Party.VALUE, 100),
                            SUB);
            case CREATE -> held.create(folder, Party.VALUE, bytes, 0600);
            case CREATE_BELOW -> held.create(folder, Party.VALUE, bytes, 0600, SUB);
            case PUBLISH -> held.publish(AtomicFile.stage(folder, Party.VALUE, bytes, 0600));
            case PUBLISH_BELOW ->
                    held.publish(AtomicFile.stage(folder, Party.VALUE, bytes, 0600), SUB);
        }
    }

    private boolean isBelow() {
        return switch (this) {
            case WRITE, CREATE, PUBLISH -> false;
            case WRITE_BELOW_IF_A_GUARD_AGREES, CREATE_BELOW, PUBLISH_BELOW -> true;
        };
    }

    /// Whether there is a temporary before a note of it: where neither can be had, the file is for
    /// whoever sweeps the folder.
    boolean isStagedUnnoted() {
        return this == PUBLISH || this == PUBLISH_BELOW;
    }

    void sweep(Folder root) throws Failure, FileFault {
        at(root, AtomicFile::sweepTemporaries);
    }

    /// What it replaces.
    String before() {
        return switch (this) {
            case CREATE, CREATE_BELOW -> "nothing";
            case WRITE, WRITE_BELOW_IF_A_GUARD_AGREES, PUBLISH, PUBLISH_BELOW -> "old";
        };
    }

    /// What is in the lock's folder when all is done, and [Party#VALUE] written there too.
    List<Name> left() {
        return isBelow() ? List.of(SUB, Party.VALUE) : List.of(Party.VALUE);
    }

    String value(Folder root) throws Failure, FileFault {
        try (var sub = isBelow() ? root.folder(SUB) : null) {
            return Party.value(sub == null ? root : sub);
        }
    }

    /// Everything in the folder that it publishes in.
    List<Name> names(Folder root) throws FileFault {
        try (var sub = isBelow() ? root.folder(SUB) : null) {
            return (sub == null ? root : sub).list().stream().map(Folder.Entry::name).toList();
        }
    }

    private void at(Folder root, Use use) throws Failure, FileFault {
        if (!isBelow()) {
            use.of(root);
            return;
        }
        try (var sub = root.folder(SUB)) {
            use.of(sub);
        }
    }

    private interface Use {
        void of(Folder folder) throws Failure;
    }
}
