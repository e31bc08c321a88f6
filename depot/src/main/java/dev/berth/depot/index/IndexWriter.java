package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.Segment.RowSource;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/// Writes index objects: one for the packs of a snapshot, or one in place of several.
public record IndexWriter(Domain domain, SecureRandom random) {

    /// Stores which chunk is where in these packs; durable on return.
    public PackId write(List<PackContents> packs) throws Failure {
        return write(MemorySegment.of(packs), Set.of());
    }

    /// Stores one segment with all that `index` knows, but for the packs in `without`; the caller
    /// deletes the objects that it replaces.
    public PackId rewrite(Index index, Set<PackId> without) throws Failure {
        return write(index.segments(), without);
    }

    /// Makes one segment of the small ones among those that `index` was read from, when there are
    /// many: however many snapshots come, their number grows as their logarithm. Their objects go
    /// when the new one is there; who still reads from one of them looks again.
    ///
    /// Answers the ids of all objects that know now what `index` knew.
    public Set<PackId> merge(Index index) throws Failure {
        var left = index.ids();
        var chosen = Merging.choose(index);
        if (chosen.isEmpty()) return left;
        left.add(write(chosen.stream().map(Merging.Part::segment).toList(), Set.of()));
        for (var part : chosen) {
            domain.store().delete(part.name());
            PackId.parse(part.name().last()).ifPresent(left::remove);
        }
        return left;
    }

    PackId write(List<? extends Segment> segments, Set<PackId> without) throws Failure {
        var id = PackId.random(random);
        try (var codec = new BlockCodec();
                var upload = domain.store().upload(domain.folder().index(id))) {
            var writer = new SegmentWriter(upload, domain.sealer(), id, codec);
            var packs = new PackTable();
            merge(segments, without, packs, writer);
            writer.finish(packs);
        }
        return id;
    }

    private static void merge(
            List<? extends Segment> segments,
            Set<PackId> without,
            PackTable packs,
            SegmentWriter writer)
            throws Failure {
        var known = new HashMap<PackId, Integer>();
        var heads = new PriorityQueue<Head>(Comparator.comparing(head -> head.row));
        for (var segment : segments) {
            var head = new Head(segment.source(), numbers(segment, without, packs, known));
            if (head.advance()) heads.add(head);
        }
        Row before = null;
        while (!heads.isEmpty()) {
            var head = heads.remove();
            // The same chunk of the same pack may stand in two segments, after a race of mergers.
            if (!head.row.equals(before)) writer.add(head.row);
            before = head.row;
            if (head.advance()) heads.add(head);
        }
    }

    /// What the packs of a segment are called in the new one; -1 for those left out.
    private static int[] numbers(
            Segment segment, Set<PackId> without, PackTable packs, Map<PackId, Integer> known) {
        var numbers = new int[segment.packs().count()];
        for (int i = 0; i < numbers.length; i++) {
            var entry = segment.packs().get(i);
            if (without.contains(entry.id())) numbers[i] = -1;
            else numbers[i] = known.computeIfAbsent(entry.id(), _ -> packs.add(entry));
        }
        return numbers;
    }

    /// Where a merge stands in one segment.
    private static final class Head {
        private final RowSource source;
        private final int[] numbers;
        private Row row = NONE;

        private static final Row NONE = new Row(new ChunkId(0, 0, 0, 0), 0, 0, 0, 0);

        Head(RowSource source, int[] numbers) {
            this.source = source;
            this.numbers = numbers;
        }

        boolean advance() throws Failure {
            @Nullable Row next;
            while ((next = source.next()) != null) {
                int number = numbers[next.pack()];
                if (number < 0) continue;
                row = next.in(number);
                return true;
            }
            return false;
        }
    }
}
