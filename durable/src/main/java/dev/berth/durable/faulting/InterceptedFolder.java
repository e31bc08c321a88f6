package dev.berth.durable.faulting;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.Interceptor.Action;
import dev.berth.durable.faulting.Interceptor.Body;

import java.util.List;
import java.util.Optional;

/// An open folder all of whose calls go through an [Interceptor].
final class InterceptedFolder implements Folder {
    private final Folder folder;
    private final InterceptedFiles files;
    private final long handle;

    InterceptedFolder(Folder folder, InterceptedFiles files) {
        this.folder = folder;
        this.files = files;
        this.handle = files.nextHandle();
    }

    @Override
    public Folder folder(Name name) throws FileFault {
        var opened = call(Kind.OPEN_FOLDER, name.toString(), () -> folder.folder(name));
        return new InterceptedFolder(opened, files);
    }

    @Override
    public OpenFile read(Name name) throws FileFault {
        return file(Kind.OPEN_FILE, name, () -> folder.read(name));
    }

    @Override
    public OpenFile write(Name name) throws FileFault {
        return file(Kind.OPEN_FILE, name, () -> folder.write(name));
    }

    @Override
    public OpenFile create(Name name, int mode) throws FileFault {
        return file(Kind.CREATE, name, () -> folder.create(name, mode));
    }

    @Override
    public void makeFolder(Name name, int mode) throws FileFault {
        act(Kind.MAKE_FOLDER, name, () -> folder.makeFolder(name, mode));
    }

    @Override
    public void rename(Name from, Folder target, Name to) throws FileFault {
        var call = new Call(Kind.RENAME, from + " to " + to, handle);
        files.interceptor().rename(call, folder, from, bare(target), to);
    }

    @Override
    public void renameNew(Name from, Folder target, Name to) throws FileFault {
        var call = new Call(Kind.RENAME_NEW, from + " to " + to, handle);
        files.interceptor().act(call, () -> folder.renameNew(from, bare(target), to));
    }

    @Override
    public void link(Name from, Folder target, Name to) throws FileFault {
        var call = new Call(Kind.LINK, from + " to " + to, handle);
        files.interceptor().act(call, () -> folder.link(from, bare(target), to));
    }

    @Override
    public void symlink(Name name, Name.Target target) throws FileFault {
        act(Kind.SYMLINK, name, () -> folder.symlink(name, target));
    }

    @Override
    public Name.Target readLink(Name name) throws FileFault {
        return call(Kind.READ_LINK, name.toString(), () -> folder.readLink(name));
    }

    @Override
    public void unlink(Name name) throws FileFault {
        act(Kind.UNLINK, name, () -> folder.unlink(name));
    }

    @Override
    public void removeFolder(Name name) throws FileFault {
        act(Kind.REMOVE_FOLDER, name, () -> folder.removeFolder(name));
    }

    @Override
    public Optional<FileStat> stat(Name name) throws FileFault {
        return call(Kind.STAT, name.toString(), () -> folder.stat(name));
    }

    @Override
    public FileStat stat() throws FileFault {
        return call(Kind.STAT, ".", folder::stat);
    }

    @Override
    public List<Entry> list() throws FileFault {
        return call(Kind.LIST, ".", folder::list);
    }

    @Override
    public List<Listed> scan() throws FileFault {
        return call(Kind.LIST, ".", folder::scan);
    }

    @Override
    public void setMode(Name name, int mode) throws FileFault {
        act(Kind.SET_ATTRIBUTES, name, () -> folder.setMode(name, mode));
    }

    @Override
    public void setOwner(Name name, int uid, int gid) throws FileFault {
        act(Kind.SET_ATTRIBUTES, name, () -> folder.setOwner(name, uid, gid));
    }

    @Override
    public void setModified(Name name, long seconds, int nanos) throws FileFault {
        act(Kind.SET_ATTRIBUTES, name, () -> folder.setModified(name, seconds, nanos));
    }

    @Override
    public void sync() throws FileFault {
        act(Kind.SYNC_FOLDER, ".", folder::sync);
    }

    @Override
    public void syncFileSystem() throws FileFault {
        act(Kind.SYNC_FILE_SYSTEM, ".", folder::syncFileSystem);
    }

    @Override
    public Space space() throws FileFault {
        return call(Kind.SPACE, ".", folder::space);
    }

    @Override
    public void close() {
        folder.close();
    }

    // The layer below knows only its own folders.
    private static Folder bare(Folder target) {
        return target instanceof InterceptedFolder intercepted ? intercepted.folder : target;
    }

    private OpenFile file(Kind kind, Name name, Body<OpenFile> body) throws FileFault {
        return new InterceptedFile(call(kind, name.toString(), body), name.toString(), files);
    }

    private void act(Kind kind, Name name, Action action) throws FileFault {
        act(kind, name.toString(), action);
    }

    private void act(Kind kind, String subject, Action action) throws FileFault {
        files.interceptor().act(new Call(kind, subject, handle), action);
    }

    private <T> T call(Kind kind, String subject, Body<T> body) throws FileFault {
        return files.interceptor().call(new Call(kind, subject, handle), body);
    }
}
