package dev.berth.session.life;

import dev.berth.depot.Browsing;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.DiskFiles.Scratch;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.util.List;

/// Fills a table for queries from a checkpoint, straight from the depot: no file is written.
record ColdTable(Browsing cold, Scratch table) {
    private static final byte[] NOTHING = {};
    private static final int OWNER_EXECUTES = 0100;

    void fill() throws Failure {
        for (var tree : cold.checkpoint().trees()) {
            below("", cold.list(tree.volume(), List.of()), tree.volume());
        }
    }

    private void below(String folder, List<TreeEntry> entries, Volume volume) throws Failure {
        for (var entry : entries) {
            var path = path(folder, entry.name(), volume);
            switch (entry) {
                case TreeEntry.File file -> file(path, file, volume);
                case TreeEntry.Link link ->
                        give(path, EntryKind.LINK, entry, link.target().bytes(), volume);
                case TreeEntry.Folder inner -> {
                    var inside = cold.list(inner);
                    if (inside.isEmpty()) give(path, EntryKind.FOLDER, entry, NOTHING, volume);
                    below(path.value(), inside, volume);
                }
            }
        }
    }

    private void file(VolumePath path, TreeEntry.File file, Volume volume) throws Failure {
        var kind = EntryKind.file((file.meta().mode() & OWNER_EXECUTES) != 0);
        byte[] content = NOTHING;
        if (file.size() <= table.maxContentBytes()) {
            var bytes = new ByteArrayOutputStream((int) file.size());
            cold.read(file, bytes::write);
            content = bytes.toByteArray();
        }
        table.take(volume, entry(path, kind, file.size(), file), content);
    }

    private void give(
            VolumePath path, EntryKind kind, TreeEntry entry, byte[] content, Volume volume)
            throws Failure {
        table.take(volume, entry(path, kind, content.length, entry), content);
    }

    private static DiskEntry entry(VolumePath path, EntryKind kind, long size, TreeEntry entry) {
        return new DiskEntry(path, kind, size, entry.meta().seconds(), entry.meta().nanos());
    }

    private static VolumePath path(String folder, Name name, Volume volume) throws Failure {
        var text = name.text();
        if (text.isPresent()) return VolumePath.parse(folder + "/" + text.get());
        throw new Failure.Refused(
                "the name %s/%s in %s is not UTF-8".formatted(folder, name, volume.label()),
                "rename it; a table holds names in UTF-8 only");
    }
}
