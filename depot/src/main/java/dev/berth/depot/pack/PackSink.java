package dev.berth.depot.pack;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.Sealer;
import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Where blocks go: fills packs of one kind, one after the other, and publishes each when it is
/// full. Nothing of a pack is visible before. Safe for use by several threads.
public final class PackSink implements AutoCloseable {
    /// When a pack is full.
    public static final long PACK_BYTES = 32L << 20;

    private final BlobStore store;
    private final Function<PackId, BlobName> names;
    private final Sealer sealer;
    private final PackKind kind;
    private final SecureRandom random;
    private final Set<OpenPack> open = new LinkedHashSet<>();
    private final List<PackContents> published = new ArrayList<>();
    private @Nullable OpenPack current;
    private long storedBytes;

    public PackSink(
            BlobStore store,
            Function<PackId, BlobName> names,
            Sealer sealer,
            PackKind kind,
            SecureRandom random) {
        this.store = store;
        this.names = names;
        this.sealer = sealer;
        this.kind = kind;
        this.random = random;
    }

    public PackKind kind() {
        return kind;
    }

    /// Compresses, seals and stores one block. The caller's buffer is free when this returns.
    public void add(byte[] block, int length, ChunkList chunks, BlockCodec codec) throws Failure {
        var slot = reserve();
        var pack = slot.pack();
        codec.seal(pack.sealer(), kind.seal(), slot.number(), block, 0, length);
        boolean done =
                pack.deliver(
                        slot.number(),
                        codec.sealed(),
                        codec.sealedLength(),
                        length,
                        chunks,
                        PACK_BYTES);
        synchronized (this) {
            storedBytes += codec.sealedLength();
        }
        if (done) publish(pack);
    }

    /// Publishes what is still open. Nobody adds any more.
    public List<PackContents> finish() throws Failure {
        for (var pack : opened()) {
            if (!pack.close()) throw new IllegalStateException("finished while blocks are added");
            publish(pack);
        }
        return published();
    }

    /// How many bytes the blocks so far take in the store.
    public synchronized long storedBytes() {
        return storedBytes;
    }

    /// Leaves what was not published behind, unseen.
    @Override
    public void close() {
        opened().forEach(OpenPack::abandon);
    }

    /// A pack and the number of a block in it.
    private record Slot(OpenPack pack, int number) {}

    private synchronized Slot reserve() throws Failure {
        var pack = current;
        int number = pack == null ? OpenPack.FULL : pack.reserve();
        if (pack != null && number != OpenPack.FULL) return new Slot(pack, number);
        var id = PackId.random(random);
        int dataKey = sealer.currentDataKey();
        var blocks = sealer.pack(id.bytes(), dataKey);
        var next = new OpenPack(id, kind, dataKey, store.upload(names.apply(id)), blocks);
        open.add(next);
        current = next;
        return new Slot(next, next.reserve());
    }

    private synchronized List<OpenPack> opened() {
        return List.copyOf(open);
    }

    private synchronized List<PackContents> published() {
        return List.copyOf(published);
    }

    /// The packs that were published since the last call; [#finish] does not tell of them again.
    public synchronized List<PackContents> drain() {
        var drained = List.copyOf(published);
        published.clear();
        return drained;
    }

    private void publish(OpenPack pack) throws Failure {
        var contents = pack.publish();
        synchronized (this) {
            open.remove(pack);
            published.add(contents);
        }
    }
}
