package dev.berth.disk.tree;

import dev.berth.disk.Contents;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;

import java.io.InputStream;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

/// Puts one entry into its place in a tree.
record TreePut(TreePlace place, Instant now) {
    private static final SecureRandom RANDOM = SystemRandom.here();
    private static final int MAX_TARGET_BYTES = 4096;

    void put(EntryKind kind, InputStream content, Volume volume) throws FileFault, Failure {
        boolean folderThere = place.stat().filter(FileStat::isFolder).isPresent();
        if (folderThere && kind != EntryKind.FOLDER) throw Contents.isFolderThere(path());
        switch (kind) {
            case FILE, EXECUTABLE -> file(kind, content);
            case LINK -> link(Contents.upTo(MAX_TARGET_BYTES, content, volume, path()));
            case FOLDER -> folder(Contents.upTo(1, content, volume, path()));
        }
    }

    private void file(EntryKind kind, InputStream content) throws Failure {
        AtomicFile.stage(
                        place.folder(),
                        place.name(),
                        kind.permissions(),
                        file -> {
                            Streaming.in(content, file);
                            file.setModified(now.getEpochSecond(), now.getNano());
                        })
                .publish();
    }

    private void link(byte[] target) throws FileFault, Failure {
        Contents.check(EntryKind.LINK, target, path());
        // The shape of AtomicFile's own temporaries, which listings leave out.
        var temporary = Name.of(".link.tmp-" + HexFormat.of().toHexDigits(RANDOM.nextLong()));
        var folder = place.folder();
        folder.symlink(temporary, new Name.Target(target));
        try {
            folder.setModified(temporary, now.getEpochSecond(), now.getNano());
            folder.rename(temporary, folder, place.name());
        } catch (FileFault fault) {
            folder.unlink(temporary);
            throw fault;
        }
        folder.sync();
    }

    private void folder(byte[] content) throws FileFault, Failure {
        Contents.check(EntryKind.FOLDER, content, path());
        try {
            place.folder().makeFolder(place.name(), EntryKind.FOLDER.permissions());
            place.folder().setModified(place.name(), now.getEpochSecond(), now.getNano());
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
            if (place.stat().filter(FileStat::isFolder).isEmpty()) {
                throw Contents.taken(path(), Map.of());
            }
        }
        place.folder().sync();
    }

    private VolumePath path() {
        var path = new StringBuilder();
        for (var name : place.names()) path.append('/').append(name.text().orElseThrow());
        return new VolumePath(path.toString());
    }
}
