package dev.berth.depot.copy;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.pack.PackSink;
import dev.berth.depot.snapshot.Blocks;
import dev.berth.depot.snapshot.Filler;
import dev.berth.depot.snapshot.Intake;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.NodeChunks;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where what is carried over goes at the target: packs of contents and of nodes, and the index of
/// both, which is put now and then, so that a copy that is cut short has not stored for nothing.
/// Contents by several threads, nodes by one.
final class Landing implements AutoCloseable {
    private static final long INDEX_EVERY_BYTES = 256L << 20;
    private static final int MOST_NODES = 1 << 17;

    private final Domain domain;
    private final Cutter cutter;
    private final Intake intake;
    private final PackSink data;
    private final PackSink trees;
    private final Blocks contents;
    private final Blocks nodes;
    private final Filler nodeFiller;
    private final IndexWriter index;
    private final Map<ChunkId, Node> made = new HashMap<>();
    private final List<PackContents> unindexed = new ArrayList<>();

    /// A node of the target: its chunks, and the id of the whole.
    record Node(ChunkList chunks, ChunkId id) {}

    Landing(
            Domain domain,
            Set<String> dooms,
            Cutter cutter,
            int sealers,
            int fillers,
            SecureRandom random) {
        this.domain = domain;
        this.cutter = cutter;
        this.intake = new Intake(domain, dooms);
        this.data = sink(PackKind.DATA, random);
        this.trees = sink(PackKind.TREE, random);
        int largest = cutter.chunking().maxBytes();
        this.contents = new Blocks(data, sealers, fillers, largest);
        this.nodes = new Blocks(trees, 1, 1, largest);
        this.nodeFiller = new Filler(nodes, intake, domain.sealer().namer());
        this.index = new IndexWriter(domain, random);
    }

    Intake intake() {
        return intake;
    }

    /// Takes contents from one thread, which flushes it in the end.
    Filler filler() {
        return new Filler(contents, intake, domain.sealer().namer());
    }

    /// A node that was made before, by the name of the source's.
    Optional<Node> made(ChunkId source) {
        return Optional.ofNullable(made.get(source));
    }

    /// Stores a node, unless it is there.
    Node store(ChunkId source, byte[] encoded) throws Failure {
        var chunks = NodeChunks.of(encoded, cutter, nodeFiller::add);
        var id = chunks.count() == 1 ? chunks.id(0) : domain.sealer().namer().name(encoded);
        var node = new Node(chunks, id);
        if (made.size() < MOST_NODES) made.put(source, node);
        return node;
    }

    /// Puts the index of packs that are there, once there are enough of them.
    synchronized void indexIfMuch() throws Failure {
        unindexed.addAll(data.drain());
        long bytes = unindexed.stream().mapToLong(PackContents::bytes).sum();
        if (bytes >= INDEX_EVERY_BYTES) index();
    }

    /// Everything is in packs and in the index, durable on return.
    synchronized void finish() throws Failure {
        contents.settle();
        nodeFiller.flush();
        nodes.settle();
        unindexed.addAll(data.finish());
        unindexed.addAll(trees.finish());
        index();
        intake.merge(index);
    }

    long newBytes() {
        return intake.newBytes();
    }

    long storedBytes() {
        return data.storedBytes() + trees.storedBytes();
    }

    private void index() throws Failure {
        if (unindexed.isEmpty()) return;
        unindexed.forEach(intake::rely);
        intake.indexed(index.write(unindexed));
        unindexed.clear();
    }

    private PackSink sink(PackKind kind, SecureRandom random) {
        return new PackSink(domain.store(), domain::pack, domain.sealer(), kind, random);
    }

    @Override
    public void close() {
        contents.close();
        nodes.close();
        data.close();
        trees.close();
        intake.close();
    }
}
