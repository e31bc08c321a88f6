package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

/// Names chunks and puts the new ones into a block, one behind the other, so that what lies
/// together in the tree lies together in the pack. Used by one thread.
public final class Filler {
    private final Blocks blocks;
    private final Intake intake;
    private final ChunkNamer namer;
    private final boolean content;
    private Blocks.@Nullable Block block;

    public Filler(Blocks blocks, Intake intake, ChunkNamer namer) {
        this.blocks = blocks;
        this.intake = intake;
        this.namer = namer;
        this.content = blocks.isContent();
    }

    /// The block to put the next chunk's bytes into, behind its length.
    Blocks.Block block() throws Failure {
        var current = block;
        if (current == null) {
            current = blocks.take();
            block = current;
        }
        return current;
    }

    /// The next `length` bytes of [#block] are a chunk.
    ChunkId accept(int length) throws Failure {
        var current = block();
        var id = namer.name(current.array(), current.length(), length);
        if (intake.wants(id, content ? length : 0)) {
            current.keep(id, length);
            if (current.isFull()) flush();
        }
        return id;
    }

    /// A chunk that lies elsewhere.
    public ChunkId add(byte[] bytes, int offset, int length) throws Failure {
        var id = namer.name(bytes, offset, length);
        if (intake.wants(id, content ? length : 0)) {
            var current = block();
            System.arraycopy(bytes, offset, current.array(), current.length(), length);
            current.keep(id, length);
            if (current.isFull()) flush();
        }
        return id;
    }

    /// The hash under no key of the chunk that was named last.
    ChunkId plain() {
        return namer.plain();
    }

    public void flush() {
        var current = block;
        block = null;
        if (current != null) blocks.seal(current);
    }
}
