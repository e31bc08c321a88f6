package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Way;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Entries become files below a folder that nobody else knows of yet.
record TreeLanding(Folder root) implements Landing {
    @Override
    public Spot spot() {
        return new TreeSpot(Way.making(root));
    }

    @Override
    public boolean takesWhole() {
        return false;
    }

    @Override
    public void settle(BundledFile file, byte[] content) {}

    private record TreeSpot(Way way) implements Spot {
        @Override
        public void put(BundledFile file, byte[] content) throws FileFault {
            String path = path(file);
            var folder = way.toParentOf(path);
            var name = Way.last(path);
            var entry = file.entry();
            switch (entry.kind()) {
                case FOLDER -> {
                    folder.makeFolder(name, entry.kind().permissions());
                    folder.setModified(name, entry.modifiedSeconds(), entry.modifiedNanos());
                }
                case LINK -> {
                    folder.symlink(name, new Name.Target(content));
                    folder.setModified(name, entry.modifiedSeconds(), entry.modifiedNanos());
                }
                case FILE, EXECUTABLE -> {
                    try (var made = folder.create(name, entry.kind().permissions())) {
                        made.writeFully(MemorySegment.ofArray(content), 0);
                        made.setModified(entry.modifiedSeconds(), entry.modifiedNanos());
                    }
                }
            }
        }

        @Override
        public Optional<OpenFile> open(BundledFile file) throws FileFault {
            String path = path(file);
            var folder = way.toParentOf(path);
            return Optional.of(folder.create(Way.last(path), file.entry().kind().permissions()));
        }

        private static String path(BundledFile file) {
            return file.volume().label() + file.entry().path().value();
        }

        @Override
        public void close() {
            way.close();
        }
    }
}
