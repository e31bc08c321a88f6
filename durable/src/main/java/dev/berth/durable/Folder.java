package dev.berth.durable;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// An open folder. Everything is said relative to it, one name at a time, so that nobody can swap a
/// link in between a check and a use: no operation here ever follows a link.
///
/// Operations change what every process sees at once; they survive a power loss only after the
/// matching sync: [OpenFile#sync] for a file's bytes and length, [#sync] of this folder for names
/// added, removed or renamed in it. A new folder's own name needs a sync of its parent.
///
/// Names longer than 255 bytes are refused (`ENAMETOOLONG`), and names that the layer cannot say
/// (`EINVAL`, where only UTF-8 is possible). Two folders in one operation are of the same layer.
///
/// Safe for use by several threads. An operation on a closed folder is a bug; closing it while
/// others use it lets them finish.
public interface Folder extends AutoCloseable {
    /// Opens a sub-folder; a link or a file in its place is refused (`ELOOP`, `ENOTDIR`).
    Folder folder(Name name) throws FileFault;

    /// Opens an existing regular file for reading. Anything else is refused without waiting: a link
    /// (`ELOOP`), a folder (`EISDIR`), a pipe, socket or device (`ENXIO`).
    OpenFile read(Name name) throws FileFault;

    /// Opens an existing regular file for reading and writing; refuses as [#read] does.
    OpenFile write(Name name) throws FileFault;

    /// Creates a new file, open for reading and writing, with exactly `mode`; `EEXIST` when the
    /// name is taken by anything, a dangling link included.
    OpenFile create(Name name, int mode) throws FileFault;

    /// Makes a sub-folder with exactly `mode`; `EEXIST` when the name is taken.
    void makeFolder(Name name, int mode) throws FileFault;

    /// Moves `from` to `to` in `target`, replacing what is there as rename(2) does. Atomic for
    /// readers.
    void rename(Name from, Folder target, Name to) throws FileFault;

    /// As [#rename], but `EEXIST` when the name is taken; never replaces anything.
    void renameNew(Name from, Folder target, Name to) throws FileFault;

    /// Adds a second name for a file; `EEXIST` when it is taken, `EPERM` for a folder.
    void link(Name from, Folder target, Name to) throws FileFault;

    /// Makes a symbolic link that holds exactly `target`.
    void symlink(Name name, Name.Target target) throws FileFault;

    /// What a symbolic link holds; `EINVAL` when it is none.
    Name.Target readLink(Name name) throws FileFault;

    /// Removes a file or a link; `EISDIR` for a folder.
    void unlink(Name name) throws FileFault;

    /// Removes an empty folder; `ENOTEMPTY` when it is not, `ENOTDIR` when it is no folder.
    void removeFolder(Name name) throws FileFault;

    /// The facts of one entry, a link's own and not its target's; empty when there is none.
    Optional<FileStat> stat(Name name) throws FileFault;

    /// The facts of this folder itself.
    FileStat stat() throws FileFault;

    /// All names with their kind, without `.` and `..`, in no particular order.
    List<Entry> list() throws FileFault;

    /// All names with all their facts: one system call each where the platform allows. An entry
    /// that vanishes between the listing and its look-up is left out.
    List<Listed> scan() throws FileFault;

    /// As [#scan], and tells of each entry that vanished between the listing and its look-up, where
    /// the layer can know.
    default List<Listed> scan(Consumer<Name> vanished) throws FileFault {
        return scan();
    }

    /// Sets the permission bits (0 to 07777) of anything but a link, which is refused (`ELOOP`).
    void setMode(Name name, int mode) throws FileFault;

    /// Gives an entry away, a link itself and not its target; -1 leaves one of the two as it is.
    void setOwner(Name name, int uid, int gid) throws FileFault;

    /// Sets the modification time to the nanosecond, of a link itself where the platform can.
    void setModified(Name name, long seconds, int nanos) throws FileFault;

    /// Makes the names in this folder durable.
    void sync() throws FileFault;

    /// Makes the whole file system that holds this folder durable.
    void syncFileSystem() throws FileFault;

    /// What can still be put here: free and total bytes of the file system that holds this folder,
    /// as this user may use them, and whether it takes new names at all.
    Space space() throws FileFault;

    @Override
    void close();

    /// A name and what kind of thing it names.
    record Entry(Name name, FileStat.Kind kind) {}

    /// A name and all its facts.
    record Listed(Name name, FileStat stat) {}

    /// Bytes of a file system, and whether this user may add names to the folder itself.
    record Space(long freeBytes, long totalBytes, String type, boolean writable) {}
}
