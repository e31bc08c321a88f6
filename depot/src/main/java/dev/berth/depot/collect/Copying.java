package dev.berth.depot.collect;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackContents.Piece;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.pack.PackReader;
import dev.berth.depot.pack.PackSink;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
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
    private final Set<ChunkId> copied = new HashSet<>();
    private final Set<PackId> made = new HashSet<>();

    Copying(Domain domain, Index index, Marks marks, Set<PackId> doomed, SecureRandom random) {
        this.domain = domain;
        this.index = index;
        this.marks = marks;
        this.doomed = doomed;
        this.random = random;
        this.packs = new PackReader(domain.store(), domain.sealer());
        this.namer = domain.sealer().namer();
    }

    /// Copies what is needed out of one pack. When it cannot be read, what it holds is not known to
    /// be safe, and it has to stay.
    void rescue(PackId pack, long size) throws Failure {
        var contents = packs.contents(domain.pack(pack), pack, size, codec);
        for (int number = 0; number < contents.blocks().size(); number++) {
            rescue(contents, number);
        }
    }

    private void rescue(PackContents pack, int number) throws Failure {
        var block = pack.blocks().get(number);
        if (block.pieces().stream().noneMatch(piece -> isNeeded(piece.id()))) return;
        var place =
                new BlockPlace(
                        pack.id(),
                        pack.kind(),
                        pack.dataKey(),
                        number,
                        block.offset(),
                        block.sealedLength(),
                        block.plainLength());
        byte[] plain = packs.block(domain.pack(pack.id()), place, codec);
        int offset = 0;
        for (var piece : block.pieces()) {
            if (isNeeded(piece.id())) {
                if (!namer.name(plain, offset, piece.length()).equals(piece.id())) {
                    throw damaged(pack.id(), piece.id());
                }
                filling(pack.kind()).add(piece, plain, offset);
                copied.add(piece.id());
            }
            offset += piece.length();
        }
    }

    private boolean isNeeded(ChunkId id) {
        return marks.has(id) && !copied.contains(id) && !index.holds(id, doomed);
    }

    /// Publishes the copies and their index; durable on return.
    long finish() throws Failure {
        var contents = new ArrayList<PackContents>();
        long stored = 0;
        for (var filling : fillings.values()) {
            filling.flush();
            contents.addAll(filling.sink.finish());
            stored += filling.sink.storedBytes();
        }
        if (!contents.isEmpty()) new IndexWriter(domain, random).write(contents);
        contents.forEach(pack -> made.add(pack.id()));
        return stored;
    }

    /// Whether somebody has condemned a copy, as a pack that no index describes: for one who was
    /// slow between the copy and its index.
    boolean isUndone() throws Failure {
        return !Collections.disjoint(Dooms.read(domain).packs(), made);
    }

    @Override
    public void close() {
        codec.close();
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
        private final List<Piece> pieces = new ArrayList<>();
        private byte[] block;
        private int length;

        Filling(PackKind kind) {
            this.kind = kind;
            this.block = new byte[kind.blockBytes()];
            this.sink = new PackSink(domain.store(), domain::pack, domain.sealer(), kind, random);
        }

        void add(Piece piece, byte[] from, int offset) throws Failure {
            if (length > 0 && length + piece.length() > kind.blockBytes()) flush();
            if (block.length < piece.length()) block = Arrays.copyOf(block, piece.length());
            System.arraycopy(from, offset, block, length, piece.length());
            length += piece.length();
            pieces.add(piece);
        }

        void flush() throws Failure {
            if (length == 0) return;
            sink.add(block, length, List.copyOf(pieces), codec);
            pieces.clear();
            length = 0;
        }
    }
}
