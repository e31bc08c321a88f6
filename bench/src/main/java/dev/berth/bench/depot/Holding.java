package dev.berth.bench.depot;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.Walk;

import java.nio.file.Path;

/// How much lies in a folder: bytes and files, links among them.
public record Holding(long bytes, long files) {
    static Holding of(Path path) throws FileFault {
        var counted = new long[2];
        try (var root = SystemFiles.here().open(path)) {
            Walk.below(
                    root,
                    new Walk.Visitor<FileFault>() {
                        @Override
                        public void entry(Found entry, Folder in) {
                            counted[0] += entry.stat().size();
                            counted[1]++;
                        }

                        @Override
                        public void unreadable(Found folder, FileFault why) throws FileFault {
                            throw why;
                        }
                    });
        }
        return new Holding(counted[0], counted[1]);
    }
}
