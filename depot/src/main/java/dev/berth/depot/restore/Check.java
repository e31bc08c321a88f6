package dev.berth.depot.restore;

import dev.berth.depot.blob.BlobStore.Part;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.Lookups;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Looks whether everything that a plan needs is there, before the target is touched: every chunk
/// in the index, every pack in the store and long enough.
final class Check {
    private static final int NAMED = 20;
    private static final String OTHERS =
            "see `berth depot verify`; restore the others by naming their paths";

    private final Domain domain;
    private final Index index;
    private final boolean far;
    private final List<String> lost = new ArrayList<>();
    private final Lookups<Wanted> lookups = new Lookups<>(this::isThere, this::lose);
    private final Needed needed = new Needed();
    private StoredPacks packs = new StoredPacks(Map.of());

    Check(Domain domain, Index index) {
        this.domain = domain;
        this.index = index;
        this.far = domain.store().isFar();
    }

    /// Answers the packs among which everything is.
    StoredPacks run(List<PlannedFolder> folders) throws Failure {
        packs = StoredPacks.list(domain);
        look(folders);
        if (!lost.isEmpty()) {
            // Others may have moved chunks meanwhile.
            index.reload();
            again(folders);
        }
        // What an index lost may be in the packs. That a part of it is damaged is known only after
        // a look.
        if (!lost.isEmpty() && index.recover()) again(folders);
        if (lost.isEmpty()) return packs;
        String names = String.join(", ", lost.subList(0, Math.min(NAMED, lost.size())));
        throw new Failure.Damaged(
                "%s cannot be brought back, not all of it is in the depot: %s"
                        .formatted(lost.size() == 1 ? "1 file" : lost.size() + " files", names),
                OTHERS,
                Map.of("files", names));
    }

    /// What will be read, in about that order; nothing where it is at hand anyhow.
    List<Part> needed() {
        return needed.parts(domain);
    }

    /// That what lies at `path` cannot be read.
    static Failure lost(String path, Failure why) {
        return new Failure.Damaged(
                "%s cannot be brought back: %s".formatted(path, why.what()),
                OTHERS,
                Map.of("files", path));
    }

    /// A file, by its name.
    private record Wanted(PlannedFolder folder, Name name) {}

    private void look(List<PlannedFolder> folders) {
        for (var folder : folders) walk(folder);
        lookups.finish();
    }

    private void walk(PlannedFolder folder) {
        for (var entry : folder.entries) {
            if (entry instanceof TreeEntry.File file) {
                lookups.add(new Wanted(folder, file.name()), file.chunks());
            }
        }
        for (var sub : folder.folders) walk(sub);
    }

    private void lose(Wanted file) {
        lost.add(file.folder().way.path(file.name()));
    }

    private boolean isThere(ChunkId id, long at) {
        Set<PackId> tried = Set.of();
        while (true) {
            var place = index.find(id, tried);
            if (place.isEmpty() || tried.contains(place.get().block().pack())) return false;
            var block = place.get().block();
            if (packs.has(block.pack(), block.offset() + block.sealedLength())) {
                if (far) needed.add(block, at);
                return true;
            }
            // A collect may have moved it out of there: the index then knows both places.
            tried = new HashSet<>(tried);
            tried.add(block.pack());
        }
    }

    private void again(List<PlannedFolder> folders) throws Failure {
        packs = StoredPacks.list(domain);
        lost.clear();
        needed.clear();
        look(folders);
    }
}
