package dev.berth.depot.index;

import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackContents.Block;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What a pack's trailer said, told by a part of the index that describes the pack.
final class Described {
    private Described() {}

    /// Empty when `segment` does not know the pack, or not all that is in it.
    static Optional<PackContents> pack(Segment segment, PackId pack) throws Failure {
        for (int i = 0; i < segment.packs().count(); i++) {
            var entry = segment.packs().get(i);
            if (entry.id().equals(pack)) return contents(entry, rows(segment, i));
        }
        return Optional.empty();
    }

    private static List<Row> rows(Segment segment, int number) throws Failure {
        var rows = new ArrayList<Row>();
        var source = segment.source();
        for (var row = source.next(); row != null; row = source.next()) {
            if (row.pack() == number) rows.add(row);
        }
        rows.sort(Comparator.comparingInt(Row::block).thenComparingInt(Row::offset));
        return rows;
    }

    private static Optional<PackContents> contents(PackTable.Entry entry, List<Row> rows) {
        var blocks = new ArrayList<Block>();
        int next = 0;
        for (int number = 0; number < entry.held(); number++) {
            var place = entry.block(number);
            var chunks = new ChunkList.Builder();
            int end = 0;
            for (; next < rows.size() && rows.get(next).block() == number; next++) {
                var row = rows.get(next);
                if (row.offset() != end) return Optional.empty();
                chunks.add(row.id(), row.length());
                end += row.length();
            }
            if (end != place.plainLength()) return Optional.empty();
            blocks.add(
                    new Block(
                            place.offset(),
                            place.sealedLength(),
                            place.plainLength(),
                            chunks.build()));
        }
        if (next < rows.size()) return Optional.empty();
        long bytes = entry.leastBytes();
        return Optional.of(
                new PackContents(entry.id(), entry.kind(), entry.dataKey(), blocks, bytes));
    }
}
