package dev.berth.bench.depot;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.Walk;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// All files of a tree, read and hashed by as many threads as there are processors: what nobody who
/// wants to know their content can do without.
final class ReadAndHash {
    private static final int BUFFER = 1 << 18;

    private ReadAndHash() {}

    static void all(Path tree) throws Exception {
        var files = files(tree);
        var next = new AtomicInteger();
        int threads = Runtime.getRuntime().availableProcessors();
        Callable<Boolean> work =
                () -> {
                    var sha = MessageDigest.getInstance("SHA-256");
                    var buffer = ByteBuffer.allocateDirect(BUFFER);
                    for (int i = next.getAndIncrement();
                            i < files.size();
                            i = next.getAndIncrement()) {
                        try (var file = FileChannel.open(files.get(i))) {
                            while (file.read(buffer.clear()) >= 0) sha.update(buffer.flip());
                            sha.digest();
                        }
                    }
                    return true;
                };
        try (var pool = Executors.newFixedThreadPool(threads)) {
            for (var done : pool.invokeAll(Collections.nCopies(threads, work))) done.get();
        }
    }

    private static List<Path> files(Path tree) throws FileFault {
        var files = new ArrayList<Path>();
        try (var root = SystemFiles.here().open(tree)) {
            Walk.below(
                    root,
                    new Walk.Visitor<FileFault>() {
                        @Override
                        public void entry(Found entry, Folder in) {
                            if (entry.stat().isFile()) files.add(tree.resolve(entry.toString()));
                        }

                        @Override
                        public void unreadable(Found folder, FileFault why) throws FileFault {
                            throw why;
                        }
                    });
        }
        return files;
    }
}
