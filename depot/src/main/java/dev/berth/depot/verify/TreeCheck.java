package dev.berth.depot.verify;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.Lookups;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.verify.Verdict.Lost;
import dev.berth.depot.work.Progress;
import dev.berth.depot.work.Spelling;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Goes through the trees of checkpoints and looks whether every file's chunks are there. Nodes are
/// read and verified; of files as much is known as the packs were looked at. For one thread.
final class TreeCheck implements AutoCloseable {
    private static final long CACHE_BYTES = 16L << 20;

    private final Index index;
    private final PackCheck packs;
    private final Progress progress;
    private final ChunkReader chunks;
    private final TreeReader nodes;
    private final List<Lost> lost = new ArrayList<>();
    private final Set<PackId> used = new HashSet<>();
    private final Lookups<Asked> lookups = new Lookups<>((id, _) -> isThere(id), this::lose);
    private long files;

    TreeCheck(Domain domain, Index index, PackCheck packs, Progress progress) {
        this.index = index;
        this.packs = packs;
        this.progress = progress;
        this.chunks = new ChunkReader(domain, index, new BlockCache(CACHE_BYTES));
        this.nodes = new TreeReader(chunks);
    }

    private record Open(String path, ChunkList node) {}

    /// A file whose chunks are to be looked up.
    private record Asked(CheckpointId checkpoint, Open folder, Name name) {}

    void run(Checkpoint checkpoint) throws Failure {
        var open = new ArrayDeque<Open>();
        for (var tree : checkpoint.trees()) {
            boolean only = checkpoint.trees().size() == 1;
            String prefix = only ? "" : tree.volume().label() + "/";
            open.push(new Open(prefix, tree.node()));
        }
        if (!isThere(checkpoint.transcript())) lose(checkpoint, "transcript", "a chunk is lost");
        while (!open.isEmpty()) walk(checkpoint, open.pop(), open);
        lookups.finish();
    }

    private void walk(Checkpoint checkpoint, Open folder, ArrayDeque<Open> open) throws Failure {
        List<TreeEntry> entries;
        try {
            entries = nodes.entries(folder.node());
            isThere(folder.node());
        } catch (Failure.Damaged | Failure.NotFound damaged) {
            lose(checkpoint, folder.path(), damaged.what());
            return;
        }
        for (var entry : entries) {
            switch (entry) {
                case TreeEntry.File file -> {
                    files++;
                    progress.reached(1, 0);
                    var asked = new Asked(checkpoint.id(), folder, file.name());
                    lookups.add(asked, file.chunks());
                }
                case TreeEntry.Folder sub -> {
                    String path = folder.path() + Spelling.of(sub.name()) + "/";
                    open.push(new Open(path, sub.chunks()));
                }
                case TreeEntry.Link _ -> {}
            }
        }
    }

    private boolean isThere(ChunkList list) {
        for (int i = 0; i < list.count(); i++) {
            if (!isThere(list.id(i))) return false;
        }
        return true;
    }

    /// A chunk may lie in several packs, and one that holds will do.
    private boolean isThere(ChunkId id) {
        var tried = new HashSet<PackId>();
        while (true) {
            var place = index.find(id, tried);
            if (place.isEmpty() || !tried.add(place.get().block().pack())) return false;
            if (packs.isGood(place.get().block())) {
                used.add(place.get().block().pack());
                return true;
            }
        }
    }

    private void lose(Asked file) {
        String path = file.folder().path() + Spelling.of(file.name());
        lost.add(new Lost(file.checkpoint().value(), path, "its content is lost"));
    }

    private void lose(Checkpoint checkpoint, String path, String why) {
        lost.add(new Lost(checkpoint.id().value(), path, why));
    }

    /// The packs that something in these trees lies in.
    Set<PackId> used() {
        return used;
    }

    long files() {
        return files;
    }

    List<Lost> lost() {
        return lost;
    }

    @Override
    public void close() {
        chunks.close();
    }
}
