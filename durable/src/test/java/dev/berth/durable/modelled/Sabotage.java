package dev.berth.durable.modelled;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

/// Takes one step of the protocol out, unnoticed by the code that runs on it.
enum Sabotage {
    NO_FILE_SYNC,
    NO_FOLDER_SYNC,
    /// Renames become writes into the file that is there.
    NO_RENAME,
    /// The folder that got a new sub-folder is not synced for it.
    NO_SYNC_OF_A_NEW_FOLDERS_PARENT,
    /// Nor is the one whose sub-folder was there already: its maker may have been killed.
    NO_SYNC_OF_A_FOUND_FOLDERS_PARENT;

    FileLayer bend(FileLayer files) {
        return new InterceptedFiles(
                files,
                switch (this) {
                    case NO_FILE_SYNC -> new Swallowing(Kind.SYNC_FILE);
                    case NO_FOLDER_SYNC -> new Swallowing(Kind.SYNC_FOLDER);
                    case NO_RENAME -> new WritingInPlace();
                    case NO_SYNC_OF_A_NEW_FOLDERS_PARENT -> new ForgettingParents(false);
                    case NO_SYNC_OF_A_FOUND_FOLDERS_PARENT -> new ForgettingParents(true);
                });
    }

    private record Swallowing(Kind kind) implements Interceptor {
        @Override
        public <T> T call(Call call, Body<T> body) throws FileFault {
            return body.run();
        }

        @Override
        public void act(Call call, Action action) throws FileFault {
            if (call.kind() != kind) action.run();
        }
    }

    private static final class WritingInPlace implements Interceptor {
        @Override
        public <T> T call(Call call, Body<T> body) throws FileFault {
            return body.run();
        }

        @Override
        public void rename(Call call, Folder source, Name from, Folder target, Name to)
                throws FileFault {
            if (source.stat(from).orElseThrow().isFolder()) {
                source.rename(from, target, to);
                return;
            }
            try (var old = source.read(from);
                    var file = open(target, to)) {
                byte[] bytes = old.readAll(1 << 20);
                file.truncate(0);
                file.writeFully(MemorySegment.ofArray(bytes), 0);
                file.sync();
            }
            source.unlink(from);
        }

        private static OpenFile open(Folder folder, Name name) throws FileFault {
            return folder.stat(name).isPresent() ? folder.write(name) : folder.create(name, 0600);
        }
    }

    private static final class ForgettingParents implements Interceptor {
        private final boolean found;
        private final Set<Long> forgotten = new HashSet<>();

        ForgettingParents(boolean found) {
            this.found = found;
        }

        @Override
        public <T> T call(Call call, Body<T> body) throws FileFault {
            return body.run();
        }

        @Override
        public void act(Call call, Action action) throws FileFault {
            if (call.kind() == Kind.SYNC_FOLDER && forgotten.remove(call.handle())) return;
            try {
                action.run();
                if (!found && call.kind() == Kind.MAKE_FOLDER) forgotten.add(call.handle());
            } catch (FileFault fault) {
                if (found && call.kind() == Kind.MAKE_FOLDER && fault.is(Errno.EEXIST)) {
                    forgotten.add(call.handle());
                }
                throw fault;
            }
        }
    }
}
