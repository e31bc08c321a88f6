package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.pack.PackSink;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.work.Crew;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Blocks on their way into packs: readers fill them, other threads compress and seal them. There
/// is a fixed number of blocks, so that readers wait when sealing does not keep up. Safe for use by
/// several threads.
public final class Blocks implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final PackSink sink;
    private final BlockingQueue<Block> free;
    private final int total;
    private final ExecutorService sealers;
    private final Queue<BlockCodec> codecs = new ConcurrentLinkedQueue<>();
    private final Crew.Trouble trouble = new Crew.Trouble();

    public Blocks(PackSink sink, int threads, int fillers, int largestChunk) {
        this.sink = sink;
        this.total = threads + fillers + 1;
        this.free = new ArrayBlockingQueue<>(total);
        for (int i = 0; i < total; i++) {
            free.add(new Block(sink.kind().blockBytes(), largestChunk));
        }
        this.sealers =
                Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    }

    /// Whether this is what files hold, and not nodes.
    boolean isContent() {
        return sink.kind() == PackKind.DATA;
    }

    /// Some chunks one behind the other.
    public static final class Block {
        private final int fullAt;
        private final int room;
        // Made when it is first wanted: a snapshot of what has not changed fills no block.
        private byte[] bytes = NOTHING;
        private ChunkList.Builder chunks = new ChunkList.Builder();
        private int length;

        private Block(int fullAt, int largestChunk) {
            this.fullAt = fullAt;
            this.room = fullAt + largestChunk;
        }

        /// Where the next chunk may be put before anybody knows whether it is wanted: there is room
        /// for the largest.
        byte[] array() {
            if (bytes.length == 0) bytes = new byte[room];
            return bytes;
        }

        int length() {
            return length;
        }

        /// The bytes at the end are a chunk to be kept.
        void keep(ChunkId id, int count) {
            chunks.add(id, count);
            length += count;
        }

        boolean isFull() {
            return length >= fullAt;
        }

        private void clear() {
            chunks = new ChunkList.Builder();
            length = 0;
        }
    }

    /// An empty block; waits for one.
    Block take() throws Failure {
        trouble.rethrow();
        try {
            return free.take();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("the snapshot was interrupted", "take it again");
        }
    }

    /// Hands a block over to be sealed; it is not the caller's any more.
    void seal(Block block) {
        if (block.length == 0) {
            free.add(block);
            return;
        }
        sealers.execute(
                () -> {
                    // Whoever waits for the block is to find what went wrong with it.
                    trouble.guard(() -> store(block));
                    block.clear();
                    free.add(block);
                });
    }

    /// Waits until everything that was handed over is in a pack.
    public void settle() throws Failure {
        var all = new ArrayList<Block>();
        while (all.size() < total) all.add(take());
        free.addAll(all);
        trouble.rethrow();
    }

    @Override
    public void close() {
        sealers.shutdown();
        try {
            while (!sealers.awaitTermination(1, TimeUnit.SECONDS)) {
                // Each block takes milliseconds; the store may take longer and ends by itself.
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        codecs.forEach(BlockCodec::close);
    }

    private void store(Block block) throws Failure {
        var pooled = codecs.poll();
        var codec = pooled == null ? new BlockCodec() : pooled;
        try {
            if (!trouble.isThere()) {
                sink.add(block.bytes, block.length, block.chunks.build(), codec);
            }
        } finally {
            codecs.add(codec);
        }
    }
}
