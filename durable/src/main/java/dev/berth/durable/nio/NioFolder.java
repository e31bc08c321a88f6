package dev.berth.durable.nio;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A folder by its path.
final class NioFolder implements Folder {
    private final Path path;
    private volatile boolean closed;

    NioFolder(Path path) {
        this.path = path;
    }

    @Override
    public Folder folder(Name name) throws FileFault {
        var sub = at(name);
        return io(
                "open",
                name,
                () -> {
                    var kind = Facts.of(sub).kind();
                    if (kind == Kind.LINK) throw told(sub, "Too many levels of symbolic links");
                    if (kind != Kind.FOLDER) throw told(sub, "Not a directory");
                    return new NioFolder(sub);
                });
    }

    @Override
    public OpenFile read(Name name) throws FileFault {
        return open(name, StandardOpenOption.READ);
    }

    @Override
    public OpenFile write(Name name) throws FileFault {
        return open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private OpenFile open(Name name, StandardOpenOption... access) throws FileFault {
        var file = at(name);
        return io(
                "open",
                name,
                () -> {
                    // Looked at first, since opening a pipe would wait for its other end.
                    switch (Facts.of(file).kind()) {
                        case FILE -> {}
                        case FOLDER -> throw told(file, "Is a directory");
                        case LINK -> throw told(file, "Too many levels of symbolic links");
                        case PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER ->
                                throw told(file, "No such device or address");
                    }
                    var options = new ArrayList<OpenOption>(List.of(access));
                    options.add(NOFOLLOW_LINKS);
                    return new NioFile(
                            FileChannel.open(file, options.toArray(OpenOption[]::new)), file);
                });
    }

    @Override
    public OpenFile create(Name name, int mode) throws FileFault {
        var file = at(name);
        return io(
                "create",
                name,
                () -> {
                    var channel =
                            FileChannel.open(
                                    file,
                                    StandardOpenOption.CREATE_NEW,
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE);
                    try {
                        Attributes.mode(file, mode);
                    } catch (IOException fault) {
                        channel.close();
                        Files.deleteIfExists(file);
                        throw fault;
                    }
                    return new NioFile(channel, file);
                });
    }

    @Override
    public void makeFolder(Name name, int mode) throws FileFault {
        var sub = at(name);
        io("mkdir", name, () -> Files.createDirectory(sub));
        io("chmod", name, () -> Attributes.mode(sub, mode));
    }

    @Override
    public void rename(Name from, Folder target, Name to) throws FileFault {
        var source = at(from);
        var goal = other(target).at(to);
        io(
                "rename",
                from + " to " + to,
                () -> Files.move(source, goal, StandardCopyOption.ATOMIC_MOVE));
    }

    @Override
    public void renameNew(Name from, Folder target, Name to) throws FileFault {
        var source = at(from);
        var goal = other(target).at(to);
        io("rename", from + " to " + to, () -> Moves.withoutReplacing(source, goal));
    }

    @Override
    public void link(Name from, Folder target, Name to) throws FileFault {
        var source = at(from);
        var goal = other(target).at(to);
        io("link", from + " to " + to, () -> Files.createLink(goal, source));
    }

    @Override
    public void symlink(Name name, Name.Target target) throws FileFault {
        var link = at(name);
        var text = target.text().orElseThrow(() -> notText(name));
        if (!Path.of(text).toString().equals(text)) {
            throw new FileFault(Errno.EINVAL, "a target that Java would change", name.toString());
        }
        io("symlink", name, () -> Files.createSymbolicLink(link, Path.of(text)));
    }

    @Override
    public Name.Target readLink(Name name) throws FileFault {
        var link = at(name);
        var target = io("readlink", name, () -> Files.readSymbolicLink(link));
        if (!Path.of(target.toString()).equals(target)) throw notText(name);
        return Name.Target.of(target.toString());
    }

    @Override
    public void unlink(Name name) throws FileFault {
        remove(name, false);
    }

    @Override
    public void removeFolder(Name name) throws FileFault {
        remove(name, true);
    }

    private void remove(Name name, boolean folder) throws FileFault {
        var goal = at(name);
        io(
                "remove",
                name,
                () -> {
                    if (Facts.of(goal).isFolder() != folder) {
                        throw told(goal, folder ? "Not a directory" : "Is a directory");
                    }
                    Files.delete(goal);
                    return goal;
                });
    }

    @Override
    public Optional<FileStat> stat(Name name) throws FileFault {
        var entry = at(name);
        return io("stat", name, () -> look(entry));
    }

    @Override
    public FileStat stat() throws FileFault {
        return io("stat", path, () -> Facts.of(path));
    }

    @Override
    public List<Entry> list() throws FileFault {
        return scan().stream().map(it -> new Entry(it.name(), it.stat().kind())).toList();
    }

    @Override
    public List<Listed> scan() throws FileFault {
        return scan(_ -> {});
    }

    @Override
    public List<Listed> scan(Consumer<Name> vanished) throws FileFault {
        var listed = new ArrayList<Listed>();
        for (var entry : io("list", path, () -> Listing.of(path))) {
            var name = Listing.name(entry);
            io("stat", name, () -> look(entry))
                    .ifPresentOrElse(
                            stat -> listed.add(new Listed(name, stat)),
                            () -> vanished.accept(name));
        }
        return listed;
    }

    @Override
    public void setMode(Name name, int mode) throws FileFault {
        var entry = at(name);
        io("chmod", name, () -> Attributes.mode(entry, mode));
    }

    @Override
    public void setOwner(Name name, int uid, int gid) throws FileFault {
        var entry = at(name);
        io("chown", name, () -> Attributes.owner(entry, uid, gid));
    }

    @Override
    public void setModified(Name name, long seconds, int nanos) throws FileFault {
        var entry = at(name);
        io("utimes", name, () -> Attributes.modified(entry, seconds, nanos));
    }

    @Override
    public void sync() throws FileFault {
        io("fsync", path, () -> Syncing.one(path));
    }

    @Override
    public void syncFileSystem() throws FileFault {
        io("fsync", path, () -> Syncing.below(path));
    }

    @Override
    public Space space() throws FileFault {
        return io(
                "statfs",
                path,
                () -> {
                    var store = Files.getFileStore(path);
                    return new Space(
                            store.getUsableSpace(),
                            store.getTotalSpace(),
                            store.type(),
                            Files.isWritable(path));
                });
    }

    @Override
    public void close() {
        closed = true;
    }

    private static Optional<FileStat> look(Path entry) throws IOException {
        try {
            return Optional.of(Facts.of(entry));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private Path at(Name name) throws FileFault {
        if (closed) throw new IllegalStateException("used after it was closed: " + path);
        if (name.length() > 255) {
            throw new FileFault(Errno.ENAMETOOLONG, "look-up", name.toString());
        }
        return path.resolve(name.text().orElseThrow(() -> notText(name)));
    }

    private static FileFault notText(Name name) {
        return new FileFault(Errno.EINVAL, "only UTF-8 on this system", name.toString());
    }

    private static NioFolder other(Folder folder) {
        if (folder instanceof NioFolder other) return other;
        throw new IllegalArgumentException("a folder of another file layer");
    }

    private static FileSystemException told(Path path, String words) {
        return new FileSystemException(path.toString(), null, words);
    }

    private <T> T io(String call, Object subject, NioFile.Operation<T> operation) throws FileFault {
        if (closed) throw new IllegalStateException("used after it was closed: " + path);
        try {
            return operation.run();
        } catch (IOException fault) {
            throw Faults.of(fault, call, subject);
        }
    }
}
