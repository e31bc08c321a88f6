package dev.berth.depot.fetch;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.ChunkPlace;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackReader;
import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads chunks, and hands out nothing that does not have the name it was asked for by.
///
/// A pack that is gone may have been collected after its chunks were written elsewhere: the index
/// is read anew. A chunk that no index knows is looked for in the packs themselves. Used by one
/// thread; several may share the index and the cache.
public final class ChunkReader implements AutoCloseable {
    private final Domain domain;
    private final Index index;
    private final BlockCache cache;
    private final PackReader packs;
    private final ChunkNamer namer;
    private final BlockCodec codec = new BlockCodec();
    private final Run run = new Run();

    public ChunkReader(Domain domain, Index index, BlockCache cache) {
        this.domain = domain;
        this.index = index;
        this.cache = cache;
        this.packs = new PackReader(domain.store(), domain.sealer());
        this.namer = domain.sealer().namer();
    }

    /// A chunk where it lies in an opened block; `plain` is its hash under no key.
    public record Slice(Bytes in, int offset, int length, ChunkId plain) {}

    /// Bytes that are not to be changed.
    public static final class Bytes {
        private final byte[] array;

        private Bytes(byte[] array) {
            this.array = array;
        }

        public byte[] array() {
            return array;
        }
    }

    /// The chunk `id`, of `length` bytes.
    public Slice read(ChunkId id, int length) throws Failure {
        var expected = run.next(id, length);
        return expected == null ? find(id, length) : expected;
    }

    private Slice find(ChunkId id, int length) throws Failure {
        var tried = new HashSet<PackId>();
        Optional<Failure> first = Optional.empty();
        for (var way : Way.values()) {
            if (!way.prepare(index)) continue;
            for (var place = next(id, tried); place.isPresent(); place = next(id, tried)) {
                try {
                    return slice(id, length, place.get());
                } catch (Failure.NotFound | Failure.Damaged failure) {
                    if (first.isEmpty()) first = Optional.of(failure);
                    tried.add(place.get().block().pack());
                }
            }
        }
        throw first.map(failure -> content(id, failure)).orElseGet(() -> missing(id));
    }

    /// All bytes of a list of chunks that is known to be small.
    public byte[] readAll(ChunkList chunks) throws Failure {
        var all = new byte[Math.toIntExact(chunks.bytes())];
        int at = 0;
        for (int i = 0; i < chunks.count(); i++) {
            var slice = read(chunks.id(i), chunks.length(i));
            System.arraycopy(slice.in().array(), slice.offset(), all, at, slice.length());
            at += slice.length();
        }
        return all;
    }

    @Override
    public void close() {
        codec.close();
    }

    /// How far one goes to find a chunk.
    private enum Way {
        KNOWN,
        RELOADED,
        RECOVERED;

        boolean prepare(Index index) throws Failure {
            return switch (this) {
                case KNOWN -> true;
                case RELOADED -> {
                    index.reload();
                    yield true;
                }
                case RECOVERED -> index.recover();
            };
        }
    }

    private Optional<ChunkPlace> next(ChunkId id, Set<PackId> tried) {
        return index.find(id, tried).filter(place -> !tried.contains(place.block().pack()));
    }

    private Slice slice(ChunkId id, int length, ChunkPlace place) throws Failure {
        byte[] block = block(place.block());
        boolean fits =
                place.length() == length
                        && place.offset() >= 0
                        && place.offset() <= block.length - length;
        if (!fits || !namer.name(block, place.offset(), length).equals(id)) {
            throw damaged(id, place.block());
        }
        run.follow(place.block(), place.offset(), length);
        return new Slice(new Bytes(block), place.offset(), length, namer.plain());
    }

    /* Chunks that belong together lie one behind the other. Who has read a few in a row tries the
     * next one before asking the index, of which a large one is mostly not in memory; whether it is
     * the right one its name tells, as always. */
    private final class Run {
        private static final int SURE = 2;

        private @Nullable BlockPlace block;
        private int end;
        private int steps;

        @Nullable Slice next(ChunkId id, int length) {
            if (steps < SURE || block == null) return null;
            byte[] kept = cache.get(block);
            if (kept == null || end > kept.length - length) return null;
            if (!namer.name(kept, end, length).equals(id)) {
                steps = 0;
                return null;
            }
            end += length;
            return new Slice(new Bytes(kept), end - length, length, namer.plain());
        }

        void follow(BlockPlace found, int offset, int length) {
            var before = block;
            boolean goesOn =
                    before != null
                            && before.pack().equals(found.pack())
                            && (before.number() == found.number()
                                    ? offset == end
                                    : before.number() < found.number() && offset == 0);
            steps = goesOn ? steps + 1 : 0;
            block = found;
            end = offset + length;
        }
    }

    private byte[] block(BlockPlace place) throws Failure {
        byte[] kept = cache.get(place);
        if (kept != null) return kept;
        byte[] block = packs.block(domain.pack(place.pack()), place, codec);
        cache.put(place, block);
        return block;
    }

    private static Failure damaged(ChunkId id, BlockPlace place) {
        return new Failure.Damaged(
                "chunk %s is not what pack %s holds in its place".formatted(id, place.pack()),
                "see `berth depot verify`",
                Map.of("chunk", id.hex(), "pack", place.pack().hex()));
    }

    /// That a pack is not there is damage too: nobody asked for it by its name.
    private static Failure content(ChunkId id, Failure failure) {
        if (!(failure instanceof Failure.NotFound)) return failure;
        return new Failure.Damaged(
                failure.what() + ", which held chunk " + id.hex().substring(0, 16),
                "see `berth depot verify`",
                Map.of("chunk", id.hex()));
    }

    private static Failure missing(ChunkId id) {
        return new Failure.Damaged(
                "chunk %s is in no pack of the depot".formatted(id),
                "see `berth depot verify`",
                Map.of("chunk", id.hex()));
    }
}
