package dev.berth.depot.snapshot;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.chunk.Chunking;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.pack.PackSink;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a checkpoint of a tree.
///
/// The order is that of docs/format/depot.md: packs, index, pending checkpoint; then the dooms are
/// read; only when nothing that this checkpoint relies on is condemned does it become final.
/// Otherwise it is taken again, with the condemned packs counted as gone.
public final class TakeSnapshot {
    private final Domain domain;
    private final Checkpoints checkpoints;
    private final Cutter cutter;
    private final Crew crew;
    private final Clock clock;
    private final SecureRandom random;

    public TakeSnapshot(
            Domain domain,
            Checkpoints checkpoints,
            Chunking chunking,
            int threads,
            Clock clock,
            SecureRandom random) {
        this.domain = domain;
        this.checkpoints = checkpoints;
        this.cutter = new Cutter(chunking);
        this.crew = new Crew(threads);
        this.clock = clock;
        this.random = random;
    }

    public Outcome take(SourceTree source, SessionId session, Json.Obj facts, Progress progress)
            throws Failure {
        var parent = latest(session);
        var id = CheckpointId.next(clock.instant(), parent, random);
        while (true) {
            var dooms = Dooms.read(domain);
            var attempt = attempt(source, dooms, progress);
            var checkpoint = checkpoint(id, session, parent, source, attempt, facts);
            var entry = Checkpoints.entry(checkpoint);
            checkpoints.putPending(checkpoint, domain);
            if (isCondemned(attempt, dooms)) continue;
            checkpoints.putFinal(checkpoint, domain);
            if (Dooms.read(domain).pending().contains(id)) {
                // Someone took this writer for dead. What it relied on may be gone: begin again.
                checkpoints.delete(entry);
                checkpoints.deletePending(entry);
                id = CheckpointId.next(clock.instant(), Optional.of(id), random);
                continue;
            }
            checkpoints.deletePending(entry);
            return attempt.outcome(checkpoint);
        }
    }

    /// Everything but the checkpoint itself, stored.
    private record Attempt(
            List<VolumeTree> trees, Intake intake, Findings findings, long read, long stored) {
        Outcome outcome(Checkpoint checkpoint) {
            return new Outcome(
                    checkpoint,
                    read,
                    intake.newBytes(),
                    stored,
                    findings.hardLinks(),
                    findings.skipped(),
                    findings.unsettled());
        }
    }

    private Attempt attempt(SourceTree source, Dooms dooms, Progress progress) throws Failure {
        var findings = new Findings();
        try (var index = Index.load(domain);
                var data = sink(PackKind.DATA);
                var nodes = sink(PackKind.TREE)) {
            var intake = new Intake(index, dooms.packs());
            var scanned = new ArrayList<ScannedFolder>();
            try (var blocks = blocks(data, crew.size())) {
                var taking = new Taking(domain, cutter, findings, progress);
                for (var folder : source.volumes().values()) {
                    var tree = new Scan(folder, Leaving.nothing(), findings).run(crew);
                    taking.run(folder, tree, intake, blocks, crew);
                    scanned.add(tree);
                }
                blocks.settle();
            }
            var trees = build(source, scanned, nodes, intake);
            var packs = new ArrayList<PackContents>(index.recovered());
            packs.addAll(data.finish());
            packs.addAll(nodes.finish());
            if (!packs.isEmpty()) new IndexWriter(domain, random).write(packs);
            return new Attempt(
                    trees, intake, findings, 0, data.storedBytes() + nodes.storedBytes());
        }
    }

    private List<VolumeTree> build(
            SourceTree source, List<ScannedFolder> scanned, PackSink nodes, Intake intake)
            throws Failure {
        var trees = new ArrayList<VolumeTree>();
        try (var blocks = blocks(nodes, 1)) {
            var filler = new Filler(blocks, intake, domain.sealer().namer());
            var builder = new TreeBuilder(filler, cutter, domain.sealer().namer());
            int next = 0;
            for (var volume : source.volumes().keySet()) {
                trees.add(builder.build(volume, scanned.get(next++)));
            }
            filler.flush();
            blocks.settle();
        }
        return trees;
    }

    private boolean isCondemned(Attempt attempt, Dooms before) throws Failure {
        if (Dooms.names(domain).equals(before.objects())) return false;
        var now = Dooms.read(domain);
        return attempt.intake().relied().stream().anyMatch(now.packs()::contains);
    }

    private Checkpoint checkpoint(
            CheckpointId id,
            SessionId session,
            Optional<CheckpointId> parent,
            SourceTree source,
            Attempt attempt,
            Json.Obj facts) {
        return new Checkpoint(
                id,
                session,
                domain.name(),
                parent,
                clock.instant(),
                source.layout(),
                attempt.trees(),
                ChunkList.NONE,
                attempt.findings().skipped().size(),
                attempt.findings().unsettled().size(),
                facts);
    }

    private Optional<CheckpointId> latest(SessionId session) throws Failure {
        var entries = checkpoints.list(session);
        return entries.isEmpty() ? Optional.empty() : Optional.of(entries.getLast().id());
    }

    private PackSink sink(PackKind kind) {
        return new PackSink(domain.store(), domain::pack, domain.sealer(), kind, random);
    }

    private Blocks blocks(PackSink sink, int fillers) {
        int sealers = sink.kind() == PackKind.DATA ? crew.size() : 1;
        return new Blocks(sink, sealers, fillers, cutter.chunking().maxBytes());
    }
}
