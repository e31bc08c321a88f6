package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.pack.PackSink;
import dev.berth.depot.statcache.Stamp;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// Stores everything of a tree but the checkpoint: the packs of its files, those of its nodes, then
/// the index of both. All of it is durable on return; the caller closes the attempt.
record Storing(Domain domain, Cutter cutter, Crew crew, SecureRandom random) {

    Attempt store(SourceTree source, Wish wish, Set<String> dooms, Progress progress)
            throws Failure {
        try (var intake = new Intake(domain, dooms)) {
            var recall = Recall.of(wish.memory(), intake, dooms);
            try {
                return store(source, wish, new Findings(), intake, recall, progress);
            } catch (Failure | RuntimeException | Error failure) {
                recall.close();
                throw failure;
            }
        }
    }

    private Attempt store(
            SourceTree source,
            Wish wish,
            Findings findings,
            Intake intake,
            Recall recall,
            Progress progress)
            throws Failure {
        Optional<Stamp> stamp =
                wish.memory().isPresent()
                        ? Optional.of(Stamp.take(wish.memory().get().folder(), random))
                        : Optional.empty();
        try (var data = sink(PackKind.DATA);
                var nodes = sink(PackKind.TREE)) {
            var trees = new LinkedHashMap<Volume, ScannedFolder>();
            long read = 0;
            ChunkList transcript;
            try (var blocks = blocks(data, crew.size())) {
                var taking = new Taking(domain, cutter, findings, progress);
                findings.in("");
                for (var stray : source.strays()) {
                    findings.skip(stray.toString(), "beside the volumes of a disk");
                }
                for (var volume : source.volumes().entrySet()) {
                    var remembered = recall.volume(volume.getKey());
                    var folder = volume.getValue();
                    findings.in(source.prefix(volume.getKey()));
                    var tree = new Scan(folder, wish, recall, findings).run(crew, remembered);
                    read += taking.run(folder, tree, intake, blocks, crew);
                    trees.put(volume.getKey(), tree);
                }
                var filler = new Filler(blocks, intake, domain.sealer().namer());
                transcript = Saying.store(wish.said(), cutter, filler, intake);
                blocks.settle();
            }
            var same = new AtomicBoolean();
            Crew.Task building = () -> same.set(build(trees, nodes, intake, recall.isTrusted()));
            // What goes far away is on its way meanwhile.
            if (domain.store().isFar()) new Crew(2).run(List.of(building, data::finish));
            else building.run();
            var packs = new ArrayList<>(data.finish());
            packs.addAll(nodes.finish());
            packs.forEach(intake::rely);
            if (!packs.isEmpty()) {
                var writer = new IndexWriter(domain, random);
                intake.indexed(writer.write(packs));
                intake.merge(writer);
            }
            // What had to read the index stands on objects of it that are not there any more.
            boolean upToDate = same.get() && !intake.hasReadIndex();
            return new Attempt(
                    trees,
                    transcript,
                    findings,
                    intake.relied(),
                    upToDate ? recall.mark() : intake.mark(recall.mark()),
                    recall,
                    upToDate,
                    stamp,
                    read,
                    intake.newBytes(),
                    data.storedBytes() + nodes.storedBytes());
        }
    }

    private boolean build(
            Map<Volume, ScannedFolder> trees, PackSink nodes, Intake intake, boolean trusted)
            throws Failure {
        boolean same = true;
        try (var blocks = blocks(nodes, 1)) {
            var filler = new Filler(blocks, intake, domain.sealer().namer());
            var builder = new TreeBuilder(filler, cutter, domain.sealer().namer(), trusted);
            for (var tree : trees.values()) same &= builder.build(tree);
            filler.flush();
            blocks.settle();
        }
        return same;
    }

    private PackSink sink(PackKind kind) {
        return new PackSink(domain.store(), domain::pack, domain.sealer(), kind, random);
    }

    private Blocks blocks(PackSink sink, int fillers) {
        // Who publishes a pack far away waits for it, and does not seal meanwhile.
        int waiting = domain.store().isFar() ? 2 : 0;
        int sealers = sink.kind() == PackKind.DATA ? crew.size() + waiting : 1;
        return new Blocks(sink, sealers, fillers, cutter.chunking().maxBytes());
    }
}
