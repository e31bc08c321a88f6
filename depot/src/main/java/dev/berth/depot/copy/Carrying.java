package dev.berth.depot.copy;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.snapshot.Filler;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Carries contents over, by several threads: each takes runs of neighbours, which lie together at
/// the source and so come to lie together at the target. What the target has by a name that is
/// known is not even read. `plain` names a chunk by its name at the source, where that is its hash.
record Carrying(
        Crew crew,
        Supplier<ChunkReader> readers,
        Supplier<Optional<ChunkNamer>> plain,
        Translation translation,
        Landing landing,
        Progress progress) {
    private static final long RUN_BYTES = 4 << 20;

    /// Some chunks of one list.
    private record Span(Wanted wanted, int from, int to) {}

    void run(List<Wanted> wanted) throws Failure {
        if (wanted.isEmpty()) return;
        progress.expects(wanted.size(), wanted.stream().mapToLong(w -> w.source().bytes()).sum());
        var runs = runs(wanted);
        var next = new AtomicInteger();
        var tasks = new ArrayList<Crew.Task>();
        for (int i = 0; i < Math.min(crew.size(), runs.size()); i++) {
            tasks.add(() -> work(runs, next));
        }
        crew.run(tasks);
    }

    private void work(List<List<Span>> runs, AtomicInteger next) throws Failure {
        var filler = landing.filler();
        var namer = plain.get();
        try (var reader = readers.get()) {
            for (int run = next.getAndIncrement();
                    run < runs.size();
                    run = next.getAndIncrement()) {
                for (var span : runs.get(run)) carry(span, reader, namer, filler);
                landing.indexIfMuch();
            }
        } catch (Failure | RuntimeException | Error failure) {
            // The others stop at the next run.
            next.set(runs.size());
            throw failure;
        } finally {
            filler.flush();
        }
    }

    private void carry(Span span, ChunkReader reader, Optional<ChunkNamer> namer, Filler filler)
            throws Failure {
        var list = span.wanted().source();
        long bytes = 0;
        for (int i = span.from(); i < span.to(); i++) {
            var id = list.id(i);
            var known = namer.isPresent() ? namer.map(n -> n.named(id)) : translation.find(id);
            if (known.isPresent() && landing.intake().has(known.get())) {
                span.wanted().set(i, known.get());
            } else {
                span.wanted().set(i, read(id, list.length(i), span, reader, filler));
            }
            bytes += list.length(i);
        }
        progress.reached(span.to() == list.count() ? 1 : 0, bytes);
    }

    private ChunkId read(ChunkId id, int length, Span span, ChunkReader reader, Filler filler)
            throws Failure {
        ChunkReader.Slice slice;
        try {
            slice = reader.read(id, length);
        } catch (Failure.Damaged | Failure.NotFound damaged) {
            throw Torn.at(span.wanted().path(), damaged);
        }
        var target = filler.add(slice.in().array(), slice.offset(), slice.length());
        translation.put(id, target);
        return target;
    }

    private static List<List<Span>> runs(List<Wanted> wanted) {
        var runs = new ArrayList<List<Span>>();
        var run = new ArrayList<Span>();
        long bytes = 0;
        for (var each : wanted) {
            int from = 0;
            for (int i = 0; i < each.source().count(); i++) {
                bytes += each.source().length(i);
                if (bytes < RUN_BYTES) continue;
                run.add(new Span(each, from, i + 1));
                runs.add(run);
                run = new ArrayList<>();
                from = i + 1;
                bytes = 0;
            }
            if (from < each.source().count()) run.add(new Span(each, from, each.source().count()));
        }
        if (!run.isEmpty()) runs.add(run);
        return runs;
    }
}
