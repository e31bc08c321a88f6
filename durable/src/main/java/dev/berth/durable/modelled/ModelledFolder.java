package dev.berth.durable.modelled;

import static dev.berth.durable.modelled.Entries.fault;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A folder of the model, open.
final class ModelledFolder implements Folder {
    private static final int LONGEST_TARGET = 4095;
    private static final long TOTAL_BYTES = 1L << 40;

    private final ModelledFiles files;
    private final FolderNode node;
    private boolean closed;

    ModelledFolder(ModelledFiles files, FolderNode node) {
        this.files = files;
        this.node = node;
        files.opened();
    }

    FolderNode node() {
        if (closed) throw new IllegalStateException("the folder is closed");
        return node;
    }

    ModelledFiles files() {
        return files;
    }

    @Override
    public Folder folder(Name name) throws FileFault {
        synchronized (files) {
            return switch (entries().existing("open", name)) {
                case FolderNode folder -> new ModelledFolder(files, folder);
                case LinkNode _ -> throw fault(Errno.ELOOP, "open", name);
                case FileNode _ -> throw fault(Errno.ENOTDIR, "open", name);
            };
        }
    }

    @Override
    public OpenFile read(Name name) throws FileFault {
        return file(name, false);
    }

    @Override
    public OpenFile write(Name name) throws FileFault {
        return file(name, true);
    }

    @Override
    public OpenFile create(Name name, int mode) throws FileFault {
        synchronized (files) {
            entries().checkFree("create", name);
            var file = new FileNode(files.nextNumber(), files.attributes(mode), files.now());
            entries().put(name, file);
            return new ModelledFile(files, file, true);
        }
    }

    @Override
    public void makeFolder(Name name, int mode) throws FileFault {
        synchronized (files) {
            entries().checkFree("mkdir", name);
            var folder = new FolderNode(files.nextNumber(), files.attributes(mode), files.now());
            folder.movedTo(node);
            entries().put(name, folder);
        }
    }

    @Override
    public void rename(Name from, Folder target, Name to) throws FileFault {
        synchronized (files) {
            new Move(this, from, target, to).run(false);
        }
    }

    @Override
    public void renameNew(Name from, Folder target, Name to) throws FileFault {
        synchronized (files) {
            new Move(this, from, target, to).run(true);
        }
    }

    @Override
    public void link(Name from, Folder target, Name to) throws FileFault {
        synchronized (files) {
            Node linked = entries().existing("link", from);
            var into = Move.sameLayer(this, target, from).entries();
            if (linked instanceof FolderNode) throw fault(Errno.EPERM, "link", from);
            into.checkFree("link", to);
            into.put(to, linked);
            linked.changed(files.now());
        }
    }

    @Override
    public void symlink(Name name, Name.Target target) throws FileFault {
        synchronized (files) {
            if (target.bytes().length > LONGEST_TARGET) {
                throw fault(Errno.ENAMETOOLONG, "symlink", name);
            }
            entries().checkFree("symlink", name);
            var attributes = files.attributes(0777);
            entries().put(name, new LinkNode(files.nextNumber(), attributes, files.now(), target));
        }
    }

    @Override
    public Name.Target readLink(Name name) throws FileFault {
        synchronized (files) {
            if (entries().existing("readlink", name) instanceof LinkNode link) return link.target();
            throw fault(Errno.EINVAL, "readlink", name);
        }
    }

    @Override
    public void unlink(Name name) throws FileFault {
        synchronized (files) {
            Node gone = entries().existing("unlink", name);
            if (gone instanceof FolderNode) throw fault(Errno.EISDIR, "unlink", name);
            entries().take(name);
            gone.changed(files.now());
        }
    }

    @Override
    public void removeFolder(Name name) throws FileFault {
        synchronized (files) {
            if (!(entries().existing("rmdir", name) instanceof FolderNode folder)) {
                throw fault(Errno.ENOTDIR, "rmdir", name);
            }
            if (!folder.entries().isEmpty()) throw fault(Errno.ENOTEMPTY, "rmdir", name);
            entries().take(name);
            folder.remove();
        }
    }

    @Override
    public Optional<FileStat> stat(Name name) throws FileFault {
        synchronized (files) {
            return entries().find("stat", name).map(Node::stat);
        }
    }

    @Override
    public FileStat stat() {
        synchronized (files) {
            return node().stat();
        }
    }

    @Override
    public List<Entry> list() {
        synchronized (files) {
            return node().entries().entrySet().stream()
                    .map(entry -> new Entry(entry.getKey(), entry.getValue().kind()))
                    .toList();
        }
    }

    @Override
    public List<Listed> scan() {
        synchronized (files) {
            return node().entries().entrySet().stream()
                    .map(entry -> new Listed(entry.getKey(), entry.getValue().stat()))
                    .toList();
        }
    }

    @Override
    public void setMode(Name name, int mode) throws FileFault {
        synchronized (files) {
            if (entries().existing("chmod", name) instanceof LinkNode) {
                throw fault(Errno.ELOOP, "chmod", name);
            }
            set("chmod", name, attributes -> attributes.withMode(mode));
        }
    }

    @Override
    public void setOwner(Name name, int uid, int gid) throws FileFault {
        set("chown", name, attributes -> attributes.withOwner(uid, gid));
    }

    @Override
    public void setModified(Name name, long seconds, int nanos) throws FileFault {
        set("utimens", name, attributes -> attributes.withModified(seconds, nanos));
    }

    @Override
    public void sync() {
        synchronized (files) {
            files.journal.sync(node());
            node().syncAttributes();
        }
    }

    @Override
    public void syncFileSystem() {
        synchronized (files) {
            node();
            files.syncAll();
        }
    }

    @Override
    public Space space() {
        synchronized (files) {
            node();
            return new Space(TOTAL_BYTES - files.usedBytes(), TOTAL_BYTES, "modelled", true);
        }
    }

    @Override
    public void close() {
        synchronized (files) {
            if (closed) return;
            closed = true;
            files.closed();
        }
    }

    /// The names in this folder, unless it is closed.
    Entries entries() {
        return new Entries(files, node());
    }

    private OpenFile file(Name name, boolean writable) throws FileFault {
        synchronized (files) {
            return switch (entries().existing("open", name)) {
                case FileNode file -> new ModelledFile(files, file, writable);
                case LinkNode _ -> throw fault(Errno.ELOOP, "open", name);
                case FolderNode _ -> throw fault(Errno.EISDIR, "open", name);
            };
        }
    }

    private void set(String call, Name name, UnaryOperator<Attributes> change) throws FileFault {
        synchronized (files) {
            Node existing = entries().existing(call, name);
            existing.set(change.apply(existing.attributes()), files.now());
        }
    }
}
