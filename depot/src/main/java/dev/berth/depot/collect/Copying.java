package dev.berth.depot.collect;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.chunk.ChunkSet;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.index.Lookups;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.pack.PackReader;
import dev.berth.depot.pack.PackSink;
import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Takes what is still referred to out of doomed packs and stores it once more, in packs that are
/// not. Every chunk is verified on the way. For one thread.
final class Copying implements AutoCloseable {
    private final Domain domain;
    private final Index index;
    private final Marks marks;
    private final Set<PackId> doomed;
    private final PackReader packs;
    private final ChunkNamer namer;
    private final SecureRandom random;
    private final BlockCodec codec = new BlockCodec();
    private final Map<PackKind, Filling> fillings = new EnumMap<>(PackKind.class);
    private final Set<PackId> made = new HashSet<>();
    private final Set<PackId> written = new HashSet<>();
    private final Index copies;
    private ChunkSet copied = new ChunkSet();
    private long storedBytes;

    /* What was copied last is held here; all before that has an index of its own to look it up in,
     * so that it does not matter how much is copied. */
    private static final int LOT = 1 << 17;

    Copying(Domain domain, Index index, Marks marks, Set<PackId> doomed, SecureRandom random)
            throws Failure {
        this.domain = domain;
        this.index = index;
        this.marks = marks;
        this.doomed = doomed;
        this.random = random;
        this.packs = new PackReader(domain.store(), domain.sealer());
        this.namer = domain.sealer().namer();
        this.copies = Index.load(domain, written::contains);
    }

    /// Copies what is needed out of one pack. When it cannot be read, what it holds is not known to
    /// be safe, and it has to stay.
    void rescue(PackId pack, long size) throws Failure {
        rescue(contents(pack, size));
        if (copied.count() >= LOT) publish();
    }

    /// What a pack says that it holds, or else what the index says of it.
    private PackContents contents(PackId pack, long size) throws Failure {
        try {
            return packs.contents(domain.pack(pack), pack, size, codec);
        } catch (Failure.Damaged damaged) {
            var known = index.contents(pack);
            if (known.isEmpty()) throw damaged;
            return known.get();
        }
    }

    private void rescue(PackContents contents) throws Failure {
        var needed = needed(contents);
        int first = 0;
        for (int number = 0; number < contents.blocks().size(); number++) {
            rescue(contents, number, needed, first);
            first += contents.blocks().get(number).chunks().count();
        }
    }

    /// One block, whose chunks are those of the pack from the `first` on.
    private void rescue(PackContents pack, int number, BitSet needed, int first) throws Failure {
        var chunks = pack.blocks().get(number).chunks();
        int next = needed.nextSetBit(first);
        if (next < 0 || next >= first + chunks.count()) return;
        byte[] plain = packs.block(domain.pack(pack.id()), pack.place(number), codec);
        int offset = 0;
        for (int i = 0; i < chunks.count(); i++) {
            var id = chunks.id(i);
            int length = chunks.length(i);
            // A pack may hold the same chunk twice.
            if (needed.get(first + i) && !copied.has(id)) {
                if (!namer.name(plain, offset, length).equals(id)) throw damaged(pack.id(), id);
                filling(pack.kind()).add(id, plain, offset, length);
                copied.add(id);
            }
            offset += length;
        }
    }

    /// Which chunks of a pack are needed and nowhere else, by their places in it.
    private BitSet needed(PackContents pack) {
        var needed = new BitSet();
        var lookups = new Lookups<Integer>((id, _) -> isElsewhere(id), needed::set);
        int place = 0;
        for (var block : pack.blocks()) {
            var chunks = block.chunks();
            for (int i = 0; i < chunks.count(); i++, place++) {
                var id = chunks.id(i);
                if (marks.has(id)) lookups.add(place, ChunkList.of(id, chunks.length(i)));
            }
        }
        lookups.finish();
        return needed;
    }

    private boolean isElsewhere(ChunkId id) {
        return copied.has(id) || index.holds(id, doomed) || copies.holds(id, Set.of());
    }

    /// Publishes the copies and their index; durable on return. Answers how many bytes all take.
    long finish() throws Failure {
        publish();
        return storedBytes;
    }

    private void publish() throws Failure {
        var contents = new ArrayList<PackContents>();
        for (var filling : fillings.values()) {
            filling.flush();
            contents.addAll(filling.sink.finish());
            storedBytes += filling.sink.storedBytes();
        }
        fillings.clear();
        copied = new ChunkSet();
        if (contents.isEmpty()) return;
        written.add(new IndexWriter(domain, random).write(contents));
        contents.forEach(pack -> made.add(pack.id()));
        copies.reload();
    }

    /// Whether somebody has condemned a copy, as a pack that no index describes: for one who was
    /// slow between the copy and its index. A doom that cannot be read and is not one of `known`
    /// may have done that.
    boolean isUndone(Set<String> known) throws Failure {
        var dooms = Dooms.read(domain);
        return dooms.hideSince(known) || !Collections.disjoint(dooms.packs(), made);
    }

    @Override
    public void close() {
        codec.close();
        copies.close();
        fillings.values().forEach(filling -> filling.sink.close());
    }

    private Filling filling(PackKind kind) {
        return fillings.computeIfAbsent(kind, Filling::new);
    }

    private static Failure damaged(PackId pack, ChunkId id) {
        return new Failure.Damaged(
                "chunk %s is not what pack %s holds in its place".formatted(id, pack),
                "see `berth depot verify`",
                Map.of("chunk", id.hex(), "pack", pack.hex()));
    }

    /// Chunks of one kind on their way into blocks.
    private final class Filling {
        private final PackSink sink;
        private final PackKind kind;
        private ChunkList.Builder chunks = new ChunkList.Builder();
        private byte[] block;
        private int length;

        Filling(PackKind kind) {
            this.kind = kind;
            this.block = new byte[kind.blockBytes()];
            this.sink = new PackSink(domain.store(), domain::pack, domain.sealer(), kind, random);
        }

        void add(ChunkId id, byte[] from, int offset, int count) throws Failure {
            if (length > 0 && length + count > kind.blockBytes()) flush();
            if (block.length < count) block = Arrays.copyOf(block, count);
            System.arraycopy(from, offset, block, length, count);
            length += count;
            chunks.add(id, count);
        }

        void flush() throws Failure {
            if (length == 0) return;
            sink.add(block, length, chunks.build(), codec);
            chunks = new ChunkList.Builder();
            length = 0;
        }
    }
}
