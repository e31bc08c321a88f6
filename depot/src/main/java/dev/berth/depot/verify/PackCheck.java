package dev.berth.depot.verify;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackReader;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Looks at the packs of one domain: that each is there, says what it holds, and, when asked to,
/// holds that. For one thread.
final class PackCheck implements AutoCloseable {
    private final Domain domain;
    private final boolean readData;
    private final Progress progress;
    private final PackReader packs;
    private final ChunkNamer namer;
    private final BlockCodec codec = new BlockCodec();
    private final Map<PackId, Long> sizes = new HashMap<>();
    private final Set<Block> bad = new HashSet<>();
    private final Set<PackId> silent = new HashSet<>();
    private final List<String> damage = new ArrayList<>();
    private final Map<String, Long> bytesByKey = new TreeMap<>();
    private long bytesRead;
    private long formerKeyBytes;

    private record Block(PackId pack, int number) {}

    PackCheck(Domain domain, boolean readData, Progress progress) {
        this.domain = domain;
        this.readData = readData;
        this.progress = progress;
        this.packs = new PackReader(domain.store(), domain.sealer());
        this.namer = domain.sealer().namer();
    }

    /// `index` is what is known of packs that cannot tell themselves any more.
    void run(Index index) throws Failure {
        var all = domain.store().list(domain.folder().packs());
        progress.expects(0, all.stream().mapToLong(BlobStore.Listed::size).sum());
        for (var listed : all) {
            var id = PackId.parse(listed.name().last());
            if (id.isEmpty()) continue;
            sizes.put(id.get(), listed.size());
            look(id.get(), listed.size());
        }
        readKnown(index);
    }

    private void look(PackId id, long size) throws Failure {
        PackContents contents;
        try {
            contents = packs.contents(domain.pack(id), id, size, codec);
        } catch (Failure.Damaged | Failure.WrongKey | Failure.Refused damaged) {
            damage.add("%s: %s".formatted(domain.pack(id), damaged.what()));
            silent.add(id);
            return;
        } catch (Failure.NotFound collected) {
            sizes.remove(id);
            return;
        }
        String key = "%s/%s/%d".formatted(domain.tenant(), domain.name(), contents.dataKey());
        bytesByKey.merge(key, size, Long::sum);
        if (contents.dataKey() != domain.sealer().currentDataKey()) formerKeyBytes += size;
        if (!readData) progress.reached(0, size);
        if (!readData) return;
        for (int number = 0; number < contents.blocks().size(); number++) read(contents, number);
    }

    private void read(PackContents pack, int number) throws Failure {
        var chunks = pack.blocks().get(number).chunks();
        var place = pack.place(number);
        byte[] plain = open(place);
        if (plain.length == 0) return;
        int offset = 0;
        for (int i = 0; i < chunks.count(); i++) {
            if (!namer.name(plain, offset, chunks.length(i)).equals(chunks.id(i))) {
                reject(place, "a chunk is not what its id says");
            }
            offset += chunks.length(i);
        }
    }

    /// The block; empty when it cannot be opened, which is noted.
    private byte[] open(BlockPlace place) throws Failure {
        try {
            byte[] plain = packs.block(domain.pack(place.pack()), place, codec);
            bytesRead += place.sealedLength();
            progress.reached(0, place.sealedLength());
            return plain;
        } catch (Failure.Damaged | Failure.NotFound | Failure.WrongKey damaged) {
            reject(place, damaged.what());
            return new byte[0];
        }
    }

    /// Blocks that only the index knows, of packs whose own list is lost: whether they can be had
    /// all the same, nothing but reading them tells.
    private void readKnown(Index index) throws Failure {
        var told = new HashSet<Block>();
        var untold = new ArrayList<BlockPlace>();
        if (silent.isEmpty()) return;
        try {
            index.forEach(
                    (_, block, _) -> {
                        if (!silent.contains(block.pack())) return;
                        if (told.add(new Block(block.pack(), block.number()))) untold.add(block);
                    });
        } catch (Failure.Damaged known) {
            // The index has been looked at before this, and says so itself.
            assert !known.what().isEmpty();
        }
        for (var place : untold) open(place);
    }

    private void reject(BlockPlace place, String why) {
        if (!bad.add(new Block(place.pack(), place.number()))) return;
        // Of a pack that cannot even say what is in it, once is enough.
        if (!silent.contains(place.pack())) {
            damage.add(
                    "%s, block %d: %s".formatted(domain.pack(place.pack()), place.number(), why));
        }
    }

    /// Whether a block is there, as far as was looked.
    boolean isGood(BlockPlace place) {
        Long size = sizes.get(place.pack());
        return size != null
                && place.offset() + place.sealedLength() <= size
                && !bad.contains(new Block(place.pack(), place.number()));
    }

    boolean isThere(PackId pack) {
        return sizes.containsKey(pack);
    }

    int count() {
        return sizes.size();
    }

    long bytesRead() {
        return bytesRead;
    }

    List<String> damage() {
        return damage;
    }

    /// How many bytes of packs are under keys that are not the current one.
    long formerKeyBytes() {
        return formerKeyBytes;
    }

    Map<String, Long> bytesByKey() {
        return bytesByKey;
    }

    @Override
    public void close() {
        codec.close();
    }
}
