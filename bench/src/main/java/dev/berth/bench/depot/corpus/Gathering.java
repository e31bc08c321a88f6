package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.Walk;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Copies files of this machine in the order of their names until there are enough.
final class Gathering {
    private static final int PIECE = 1 << 20;
    private static final int OWNER = 0600;

    private final Tree tree;
    private final String folder;
    private final byte[] piece = new byte[PIECE];
    private long filesLeft;
    private long bytesLeft;

    Gathering(Tree tree, String folder, long files, long bytes) {
        this.tree = tree;
        this.folder = folder;
        this.filesLeft = files;
        this.bytesLeft = bytes;
    }

    long filesLeft() {
        return filesLeft;
    }

    long bytesLeft() {
        return Math.max(0, bytesLeft);
    }

    /// All of a folder that fits; a folder that is not there has nothing.
    void take(Path from) {
        try (var source = SystemFiles.here().open(from)) {
            String into = folder + "/" + from.getFileName() + "/";
            Walk.below(source, new Taking(into));
        } catch (FileFault absent) {
            // What is missing is made by seed.
        }
    }

    private final class Taking implements Walk.Visitor<FileFault> {
        private final String into;

        Taking(String into) {
            this.into = into;
        }

        @Override
        public boolean enter(Found found) {
            boolean history = found.name().toString().equals(".git");
            return filesLeft > 0 && bytesLeft > 0 && !history;
        }

        @Override
        public void entry(Found found, Folder in) throws FileFault {
            boolean text = found.names().stream().allMatch(name -> name.text().isPresent());
            if (filesLeft <= 0 || found.stat().size() > bytesLeft || !text) return;
            String path = into + found;
            if (found.stat().isLink()) {
                tree.parent(path).symlink(Tree.last(path), in.readLink(found.name()));
            } else if (found.stat().isFile()) {
                copy(found, in, path);
                filesLeft--;
                bytesLeft -= found.stat().size();
            }
        }

        private void copy(Found found, Folder in, String path) throws FileFault {
            var stat = found.stat();
            try (var source = in.read(found.name());
                    var made =
                            tree.parent(path)
                                    .create(Tree.last(path), (stat.mode() & 0777) | OWNER)) {
                var segment = MemorySegment.ofArray(piece);
                for (long at = 0; ; ) {
                    int count = source.read(segment, at);
                    if (count == 0) break;
                    made.writeFully(segment.asSlice(0, count), at);
                    at += count;
                }
                made.setModified(stat.modifiedSeconds(), stat.modifiedNanos());
            }
        }

        @Override
        public void unreadable(Found found, FileFault why) {}
    }
}
