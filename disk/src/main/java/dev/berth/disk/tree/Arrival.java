package dev.berth.disk.tree;

import dev.berth.disk.DiskEntry;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;

/// How a file comes to its name in a tree that is being written.
public interface Arrival {
    void file(Folder folder, Name name, DiskEntry entry, MemorySegment content) throws FileFault;

    void link(Folder folder, Name name, DiskEntry entry, Name.Target target) throws FileFault;

    /// A plain file of our own, with the time of the moment.
    void bytes(Folder folder, Name name, int mode, byte[] content) throws FileFault;

    /// In a new tree, which nobody sees yet: straight under its name.
    Arrival IN_NEW =
            new Arrival() {
                @Override
                public void file(Folder folder, Name name, DiskEntry entry, MemorySegment content)
                        throws FileFault {
                    try (var file = folder.create(name, entry.kind().permissions())) {
                        file.writeFully(content, 0);
                        file.setModified(entry.modifiedSeconds(), entry.modifiedNanos());
                    }
                }

                @Override
                public void link(Folder folder, Name name, DiskEntry entry, Name.Target target)
                        throws FileFault {
                    folder.symlink(name, target);
                    folder.setModified(name, entry.modifiedSeconds(), entry.modifiedNanos());
                }

                @Override
                public void bytes(Folder folder, Name name, int mode, byte[] content)
                        throws FileFault {
                    try (var file = folder.create(name, mode)) {
                        file.writeFully(MemorySegment.ofArray(content), 0);
                    }
                }
            };

    /// In a tree that is in use: made whole in `stage`, a folder on the same file system, then
    /// renamed over what has the name. Each `hand` that works on the tree has its own name there.
    static Arrival through(Folder stage, int hand) {
        var staged = Name.of("next-" + hand);
        return new Arrival() {
            @Override
            public void file(Folder folder, Name name, DiskEntry entry, MemorySegment content)
                    throws FileFault {
                IN_NEW.file(stage, staged, entry, content);
                move(folder, name);
            }

            @Override
            public void link(Folder folder, Name name, DiskEntry entry, Name.Target target)
                    throws FileFault {
                IN_NEW.link(stage, staged, entry, target);
                move(folder, name);
            }

            @Override
            public void bytes(Folder folder, Name name, int mode, byte[] content) throws FileFault {
                IN_NEW.bytes(stage, staged, mode, content);
                move(folder, name);
            }

            private void move(Folder folder, Name name) throws FileFault {
                try {
                    stage.rename(staged, folder, name);
                } catch (FileFault fault) {
                    stage.unlink(staged);
                    throw fault;
                }
            }
        };
    }
}
