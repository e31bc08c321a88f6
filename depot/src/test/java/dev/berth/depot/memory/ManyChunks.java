package dev.berth.depot.memory;

import dev.berth.depot.Tenant;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.pack.PackSink;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Extents;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.NodeWriter;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Layout;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A depot with very many chunks of eight bytes each, put there by the depot's own writers. Of two
/// checkpoints one refers to all of them, the other to every second file.
final class ManyChunks {
    static final SessionId ALL = new SessionId("all");
    static final SessionId HALF = new SessionId("half");

    private static final int CHUNK = 8;
    private static final int IN_FILE = 1024;
    private static final int IN_FOLDER = 2;
    private static final int FOLDERS_IN_LOT = 200;
    private static final Meta META = new Meta(0644, 0, 0, 1, 0);

    private final SecureRandom random = new SecureRandom();
    private final Domain domain;
    private final Tenant tenant;
    private final ChunkNamer namer;
    private final List<TreeEntry> all = new ArrayList<>();
    private final List<TreeEntry> half = new ArrayList<>();
    private PackSink data;
    private PackSink nodes;
    private long next;

    private ManyChunks(Tenant tenant) throws Failure {
        this.tenant = tenant;
        domain = tenant.domainToWrite(DomainName.COMMON);
        namer = domain.sealer().namer();
        data = sink(PackKind.DATA);
        nodes = sink(PackKind.TREE);
    }

    static void put(Tenant tenant, int chunks) throws Failure {
        new ManyChunks(tenant).put(chunks);
    }

    private void put(int chunks) throws Failure {
        try (var codec = new BlockCodec()) {
            int folders = chunks / IN_FILE / IN_FOLDER;
            for (int i = 0; i < folders; i++) {
                folder(i, codec);
                if (i % FOLDERS_IN_LOT == FOLDERS_IN_LOT - 1) publish();
            }
            var whole = node(all, codec);
            var part = node(half, codec);
            publish();
            checkpoint(ALL, whole, folders);
            checkpoint(HALF, part, folders);
        }
    }

    private void folder(int number, BlockCodec codec) throws Failure {
        var files = new ArrayList<TreeEntry>();
        for (int i = 0; i < IN_FOLDER; i++) {
            var bytes = ByteBuffer.allocate(IN_FILE * CHUNK);
            var chunks = new ChunkList.Builder();
            for (int j = 0; j < IN_FILE; j++) {
                bytes.putLong(next++);
                chunks.add(namer.name(bytes.array(), j * CHUNK, CHUNK), CHUNK);
            }
            var list = chunks.build();
            data.add(bytes.array(), bytes.capacity(), list, codec);
            var extents = Extents.whole(bytes.capacity());
            files.add(new TreeEntry.File(name("f", i), META, bytes.capacity(), extents, list));
        }
        var meta = new Meta(0755, 0, 0, 1, 0);
        all.add(new TreeEntry.Folder(name("d", number), meta, node(files, codec)));
        var some = node(files.subList(0, IN_FOLDER / 2), codec);
        half.add(new TreeEntry.Folder(name("d", number), meta, some));
    }

    private static Name name(String start, int number) {
        return Name.of("%s%06d".formatted(start, number));
    }

    private ChunkList node(List<TreeEntry> entries, BlockCodec codec) throws Failure {
        var writer = new NodeWriter();
        entries.forEach(writer::add);
        byte[] bytes = writer.toBytes();
        var list = ChunkList.of(namer.name(bytes), bytes.length);
        nodes.add(bytes, bytes.length, list, codec);
        return list;
    }

    private void publish() throws Failure {
        var packs = new ArrayList<>(data.finish());
        packs.addAll(nodes.finish());
        if (!packs.isEmpty()) new IndexWriter(domain, random).write(packs);
        data = sink(PackKind.DATA);
        nodes = sink(PackKind.TREE);
    }

    private PackSink sink(PackKind kind) {
        return new PackSink(domain.store(), domain::pack, domain.sealer(), kind, random);
    }

    private void checkpoint(SessionId session, ChunkList node, long folders) throws Failure {
        var id = node.id(0);
        long files = folders * IN_FOLDER;
        var tree =
                new VolumeTree(
                        Volume.WORKSPACE,
                        new Meta(0755, 0, 0, 1, 0),
                        node,
                        id,
                        id,
                        files,
                        folders,
                        0,
                        files * IN_FILE * CHUNK);
        var now = Instant.now();
        var checkpoint =
                new Checkpoint(
                        CheckpointId.next(now, Optional.empty(), random),
                        session,
                        domain.name(),
                        Optional.empty(),
                        now,
                        Layout.FOLDER,
                        List.of(tree),
                        ChunkList.NONE,
                        0,
                        0,
                        Json.object().build());
        tenant.checkpoints().putFinal(checkpoint, domain);
    }
}
