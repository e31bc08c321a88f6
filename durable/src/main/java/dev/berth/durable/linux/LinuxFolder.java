package dev.berth.durable.linux;

import static dev.berth.durable.linux.SystemCall.FACCESSAT;
import static dev.berth.durable.linux.SystemCall.FCHOWNAT;
import static dev.berth.durable.linux.SystemCall.FSTATFS;
import static dev.berth.durable.linux.SystemCall.FSYNC;
import static dev.berth.durable.linux.SystemCall.LSEEK;
import static dev.berth.durable.linux.SystemCall.MKDIRAT;
import static dev.berth.durable.linux.SystemCall.READLINKAT;
import static dev.berth.durable.linux.SystemCall.STATX;
import static dev.berth.durable.linux.SystemCall.SYMLINKAT;
import static dev.berth.durable.linux.SystemCall.SYNCFS;
import static dev.berth.durable.linux.SystemCall.UNLINKAT;
import static dev.berth.durable.linux.SystemCall.UTIMENSAT;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// An open folder of the kernel's.
final class LinuxFolder implements Folder {
    private final Descriptor descriptor;
    private final Modes modes = new Modes();
    private final Object listing = new Object();
    private boolean listed;

    LinuxFolder(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    @Override
    public Folder folder(Name name) throws FileFault {
        try (var call = call()) {
            return new LinuxFolder(Opening.folder(call, name));
        }
    }

    @Override
    public OpenFile read(Name name) throws FileFault {
        try (var call = call()) {
            return new LinuxFile(Opening.file(call, name, Flags.O_RDONLY), false);
        }
    }

    @Override
    public OpenFile write(Name name) throws FileFault {
        try (var call = call()) {
            return new LinuxFile(Opening.file(call, name, Flags.O_RDWR), true);
        }
    }

    @Override
    public OpenFile create(Name name, int mode) throws FileFault {
        try (var call = call()) {
            return new LinuxFile(Opening.create(call, name, mode, modes), true);
        }
    }

    @Override
    public void makeFolder(Name name, int mode) throws FileFault {
        try (var call = call()) {
            run(call, MKDIRAT, name, call.name(name), mode, 0, 0);
            try {
                // What the umask took away, and a set-group bit that the parent may have handed on.
                if (!Opening.hasMode(call, name, mode)) Opening.setMode(call, name, mode);
            } catch (FileFault fault) {
                call.raw(UNLINKAT, call.number(), call.name(name), Flags.AT_REMOVEDIR, 0, 0);
                throw fault;
            }
        }
    }

    @Override
    public void rename(Name from, Folder target, Name to) throws FileFault {
        try (var here = call();
                var there = call(target)) {
            Renaming.replacing(here, from, there, to);
        }
    }

    @Override
    public void renameNew(Name from, Folder target, Name to) throws FileFault {
        try (var here = call();
                var there = call(target)) {
            Renaming.withoutReplacing(here, from, there, to);
        }
    }

    @Override
    public void link(Name from, Folder target, Name to) throws FileFault {
        try (var here = call();
                var there = call(target)) {
            Renaming.link(here, from, there, to);
        }
    }

    @Override
    public void symlink(Name name, Name.Target target) throws FileFault {
        try (var call = call()) {
            long text = call.path(target.bytes(), name.toString());
            call.run(SYMLINKAT, name, text, call.number(), call.name(name), 0, 0);
        }
    }

    @Override
    public Name.Target readLink(Name name) throws FileFault {
        try (var call = call()) {
            long into = call.pathAddress();
            int length = (int) run(call, READLINKAT, name, call.name(name), into, Call.PATH_MAX, 0);
            if (length == Call.PATH_MAX) {
                throw new FileFault(Errno.ENAMETOOLONG, READLINKAT.title, name.toString());
            }
            return new Name.Target(call.pathBytes(length));
        }
    }

    @Override
    public void unlink(Name name) throws FileFault {
        try (var call = call()) {
            run(call, UNLINKAT, name, call.name(name), 0, 0, 0);
        }
    }

    @Override
    public void removeFolder(Name name) throws FileFault {
        try (var call = call()) {
            run(call, UNLINKAT, name, call.name(name), Flags.AT_REMOVEDIR, 0, 0);
        }
    }

    @Override
    public Optional<FileStat> stat(Name name) throws FileFault {
        try (var call = call()) {
            long result = call.statx(call.name(name), 0);
            if (result == -Errno.ENOENT.number()) return Optional.empty();
            Call.checked(STATX, name, result);
            return Optional.of(call.facts());
        }
    }

    @Override
    public FileStat stat() throws FileFault {
        try (var call = call()) {
            return call.stat(descriptor.subject());
        }
    }

    @Override
    public List<Entry> list() throws FileFault {
        synchronized (listing) {
            try (var call = call()) {
                rewind(call);
                return Listing.entries(call, descriptor.subject());
            }
        }
    }

    @Override
    public List<Listed> scan() throws FileFault {
        return scan(_ -> {});
    }

    @Override
    public List<Listed> scan(Consumer<Name> vanished) throws FileFault {
        synchronized (listing) {
            try (var call = call()) {
                rewind(call);
                return Listing.facts(call, descriptor.subject(), vanished);
            }
        }
    }

    @Override
    public void setMode(Name name, int mode) throws FileFault {
        try (var call = call()) {
            Opening.setMode(call, name, mode);
        }
    }

    @Override
    public void setOwner(Name name, int uid, int gid) throws FileFault {
        try (var call = call()) {
            run(call, FCHOWNAT, name, call.name(name), uid, gid, Flags.AT_SYMLINK_NOFOLLOW);
        }
    }

    @Override
    public void setModified(Name name, long seconds, int nanos) throws FileFault {
        try (var call = call()) {
            long times = call.modified(seconds, nanos);
            run(call, UTIMENSAT, name, call.name(name), times, Flags.AT_SYMLINK_NOFOLLOW, 0);
        }
    }

    @Override
    public void sync() throws FileFault {
        flush(FSYNC);
    }

    @Override
    public void syncFileSystem() throws FileFault {
        flush(SYNCFS);
    }

    @Override
    public Space space() throws FileFault {
        try (var call = call()) {
            var answer = call.answer();
            run(call, FSTATFS, descriptor.subject(), call.answerAddress(), 0, 0, 0);
            long fragment = answer.getLong(72);
            long unit = fragment > 0 ? fragment : answer.getLong(8);
            return new Space(
                    answer.getLong(32) * unit,
                    answer.getLong(16) * unit,
                    FileSystemType.named(answer.getLong(0)),
                    takesNames(call));
        }
    }

    private static boolean takesNames(Call call) throws FileFault {
        long here = call.path(new byte[] {'.'}, ".");
        return call.raw(FACCESSAT, call.number(), here, Flags.W_OK | Flags.X_OK, 0, 0) == 0;
    }

    @Override
    public void close() {
        descriptor.close();
    }

    /// Once, even when interrupted: a second sync may report a success that is none.
    private void flush(SystemCall how) throws FileFault {
        try (var call = call()) {
            Call.checked(how, descriptor.subject(), call.once(how, call.number(), 0, 0, 0, 0));
        }
    }

    /// A descriptor has one place in its listing, hence the lock around this and what follows.
    private void rewind(Call call) throws FileFault {
        if (listed) run(call, LSEEK, descriptor.subject(), 0, Flags.SEEK_SET, 0, 0);
        listed = true;
    }

    private static long run(
            Call call, SystemCall what, Object subject, long a, long b, long c, long d)
            throws FileFault {
        return call.run(what, subject, call.number(), a, b, c, d);
    }

    private Call call() {
        return Call.on(descriptor);
    }

    private static Call call(Folder folder) {
        if (folder instanceof LinuxFolder other) return other.call();
        throw new IllegalArgumentException("a folder of another file layer");
    }
}
