package dev.berth.depot.index;

import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackKind;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;

/// The packs that the records of one segment name by number, and where the blocks of each lie:
/// three numbers for a block, in flat arrays.
final class PackTable {
    private static final int FACTS = 3;
    private static final int MOST_BYTES = 1 << 30;

    private final List<Entry> entries = new ArrayList<>();

    /// One pack; `facts` holds offset, sealed length and plain length of each block. Behind the
    /// blocks stands the pack's own end, as a block that holds nothing: so the index tells how long
    /// a pack is. Index objects of the first days do not have it.
    static final class Entry {
        private final PackId id;
        private final PackKind kind;
        private final int dataKey;
        private final int[] facts;

        private Entry(PackId id, PackKind kind, int dataKey, int[] facts) {
            this.id = id;
            this.kind = kind;
            this.dataKey = dataKey;
            this.facts = facts;
        }

        static Entry of(PackContents pack) {
            var facts = new int[(pack.blocks().size() + 1) * FACTS];
            int at = 0;
            for (var block : pack.blocks()) {
                facts[at++] = Math.toIntExact(block.offset());
                facts[at++] = block.sealedLength();
                facts[at++] = block.plainLength();
            }
            facts[at++] = Math.toIntExact(pack.blocksEnd());
            facts[at] = Math.toIntExact(pack.bytes() - pack.blocksEnd());
            return new Entry(pack.id(), pack.kind(), pack.dataKey(), facts);
        }

        PackId id() {
            return id;
        }

        PackKind kind() {
            return kind;
        }

        int dataKey() {
            return dataKey;
        }

        int blocks() {
            return facts.length / FACTS;
        }

        /// How many blocks hold something.
        int held() {
            int last = blocks() - 1;
            return last >= 0 && facts[last * FACTS + 2] == 0 ? last : last + 1;
        }

        /// How long it is, as far as the index tells: where its own end is, or its last block's.
        long leastBytes() {
            long end = 0;
            for (int at = 0; at < facts.length; at += FACTS) {
                end = Math.max(end, (long) facts[at] + facts[at + 1]);
            }
            return end;
        }

        BlockPlace block(int number) {
            int at = number * FACTS;
            return new BlockPlace(
                    id, kind, dataKey, number, facts[at], facts[at + 1], facts[at + 2]);
        }
    }

    int add(Entry entry) {
        entries.add(entry);
        return entries.size() - 1;
    }

    Entry get(int number) {
        return entries.get(number);
    }

    int count() {
        return entries.size();
    }

    void encode(Encoder out) {
        out.count(entries.size());
        for (var entry : entries) {
            out.raw(entry.id.bytes()).u8(entry.kind.code()).count(entry.dataKey);
            out.count(entry.blocks());
            for (int fact : entry.facts) out.count(fact);
        }
    }

    static PackTable decode(Decoder in) throws Failure {
        var table = new PackTable();
        int count = in.count(in.left() / PackId.BYTES);
        for (int i = 0; i < count; i++) {
            var id = PackId.of(in.raw(PackId.BYTES));
            var kind = PackKind.of(in.u8());
            if (kind.isEmpty()) throw in.damaged("a pack of no known kind");
            int dataKey = in.count(Integer.MAX_VALUE);
            var facts = new int[in.count(in.left() / FACTS) * FACTS];
            for (int j = 0; j < facts.length; j++) facts[j] = in.count(MOST_BYTES);
            table.add(new Entry(id, kind.get(), dataKey, facts));
        }
        return table;
    }
}
