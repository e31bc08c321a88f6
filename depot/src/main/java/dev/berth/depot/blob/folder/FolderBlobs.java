package dev.berth.depot.blob.folder;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Objects as files below one folder, which must exist. A name's parts are folders, made when
/// needed; a file appears under its name by a rename, when it is whole and synced.
public final class FolderBlobs implements BlobStore {
    private final Folder root;
    private final String location;
    private final OpenFolders folders;

    private FolderBlobs(Folder root, String location) {
        this.root = root;
        this.location = location;
        this.folders = new OpenFolders(root);
    }

    public static FolderBlobs open(FileLayer files, Path folder) throws Failure {
        try {
            return new FolderBlobs(files.open(folder), folder.toString());
        } catch (FileFault fault) {
            throw fault.asFailure(folder.toString());
        }
    }

    @Override
    public void put(BlobName name, byte[] bytes) throws Failure {
        folders.making(
                Spot.of(name),
                (folder, file) -> {
                    AtomicFile.write(folder, file, bytes);
                    return true;
                });
    }

    @Override
    public boolean putIfAbsent(BlobName name, byte[] bytes) throws Failure {
        return folders.making(
                Spot.of(name),
                (folder, file) -> {
                    try {
                        AtomicFile.create(folder, file, bytes, AtomicFile.PRIVATE);
                        return true;
                    } catch (Failure.Conflict _) {
                        return false;
                    }
                });
    }

    @Override
    public Upload upload(BlobName name) throws Failure {
        return folders.making(Spot.of(name), (folder, file) -> new FolderUpload(folder, file));
    }

    @Override
    public Optional<byte[]> get(BlobName name, int limitBytes) throws Failure {
        return folders.existing(
                Spot.of(name),
                (folder, file) -> {
                    try (var open = folder.read(file)) {
                        return open.readAll(limitBytes);
                    } catch (FileFault fault) {
                        if (fault.is(Errno.EFBIG)) throw tooLarge(name, limitBytes);
                        throw fault;
                    }
                });
    }

    @Override
    public byte[] range(BlobName name, long offset, int length) throws Failure {
        return folders.reading(Spot.of(name), part(name, offset, length))
                .orElseThrow(() -> missing(name));
    }

    /// By a way that is looked for anew: what was read may lie in a folder that was replaced since.
    @Override
    public byte[] rangeAgain(BlobName name, long offset, int length) throws Failure {
        var spot = Spot.of(name);
        folders.lookAgain(spot);
        return folders.existing(spot, part(name, offset, length)).orElseThrow(() -> missing(name));
    }

    private static OpenFolders.Work<byte[]> part(BlobName name, long offset, int length) {
        return (folder, file) -> {
            try (var held = new HeldFile(name, folder.read(file))) {
                return held.range(offset, length);
            }
        };
    }

    @Override
    public Optional<Held> hold(BlobName name) throws Failure {
        var open = folders.reading(Spot.of(name), Folder::read);
        return Optional.of(new HeldFile(name, open.orElseThrow(() -> missing(name))));
    }

    @Override
    public List<Listed> list(String folder) throws Failure {
        requireLinked();
        return new FolderListing(root).objects(folder);
    }

    @Override
    public boolean isMissing(String folder) throws Failure {
        requireLinked();
        return new FolderListing(root).isMissing(folder);
    }

    @Override
    public OptionalLong size(BlobName name) throws Failure {
        var stat = folders.existing(Spot.of(name), Folder::stat).flatMap(found -> found);
        return stat.isPresent() ? OptionalLong.of(stat.get().size()) : OptionalLong.empty();
    }

    @Override
    public boolean delete(BlobName name) throws Failure {
        return folders.existing(
                        Spot.of(name),
                        (folder, file) -> {
                            folder.unlink(file);
                            folder.sync();
                            return true;
                        })
                .orElse(false);
    }

    @Override
    public Set<String> leftovers() throws Failure {
        requireLinked();
        return new FolderListing(root).leftovers();
    }

    @Override
    public void discard(String leftover) throws Failure {
        var spot = Spot.ofLeftover(leftover);
        folders.existing(
                spot,
                (folder, file) -> {
                    folder.unlink(file);
                    return true;
                });
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public void close() {
        folders.close();
        root.close();
    }

    /// A folder that was removed while it is open lists as empty: that would be a lie.
    private void requireLinked() throws Failure {
        try {
            if (root.stat().links() > 0) return;
        } catch (FileFault fault) {
            throw fault.asFailure(location);
        }
        throw new Failure.Unavailable(location + " was removed meanwhile", "bring it back");
    }

    private static Failure tooLarge(BlobName name, int limitBytes) {
        return new Failure.Damaged(
                "the depot's object %s has more than %d bytes".formatted(name, limitBytes),
                "see `berth depot verify`",
                Map.of("object", name.value()));
    }

    private static Failure missing(BlobName name) {
        return new Failure.NotFound("the depot has no object " + name, "see `berth depot verify`");
    }
}
