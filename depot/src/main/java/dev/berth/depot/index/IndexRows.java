package dev.berth.depot.index;

import dev.berth.depot.index.Segment.RowSource;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/// All rows of several segments, merged in the order of their chunks; a chunk of one pack that
/// stands in two segments is shown once.
final class IndexRows {
    private IndexRows() {}

    static void visit(List<Segment> segments, RowVisitor visitor) throws Failure {
        var heads = new PriorityQueue<Head>(Comparator.comparing(Head::row));
        for (var segment : segments) {
            var source = segment.source();
            var head = Head.next(segment, source);
            if (head != null) heads.add(head);
        }
        Set<PackId> shown = new HashSet<>();
        @Nullable Row before = null;
        while (!heads.isEmpty()) {
            var head = heads.remove();
            var row = head.row();
            if (before == null || !before.id().equals(row.id())) shown.clear();
            before = row;
            var block = head.segment().packs().get(row.pack()).block(row.block());
            if (shown.add(block.pack())) visitor.row(row.id(), block, row.length());
            var next = Head.next(head.segment(), head.source());
            if (next != null) heads.add(next);
        }
    }

    /// Where the merge stands in one segment.
    private record Head(Segment segment, RowSource source, Row row) {
        static @Nullable Head next(Segment segment, RowSource source) throws Failure {
            var row = source.next();
            return row == null ? null : new Head(segment, source, row);
        }
    }
}
