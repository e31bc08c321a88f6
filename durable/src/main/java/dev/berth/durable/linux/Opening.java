package dev.berth.durable.linux;

import static dev.berth.durable.linux.Flags.O_CLOEXEC;
import static dev.berth.durable.linux.Flags.O_CREAT;
import static dev.berth.durable.linux.Flags.O_DIRECTORY;
import static dev.berth.durable.linux.Flags.O_EXCL;
import static dev.berth.durable.linux.Flags.O_NOCTTY;
import static dev.berth.durable.linux.Flags.O_NOFOLLOW;
import static dev.berth.durable.linux.Flags.O_NONBLOCK;
import static dev.berth.durable.linux.Flags.O_PATH;
import static dev.berth.durable.linux.Flags.O_RDWR;
import static dev.berth.durable.linux.SystemCall.FCHMOD;
import static dev.berth.durable.linux.SystemCall.FCHMODAT;
import static dev.berth.durable.linux.SystemCall.OPENAT;
import static dev.berth.durable.linux.SystemCall.UNLINKAT;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Name;

import java.nio.charset.StandardCharsets;

/// Opens things below a folder so that no link is followed, no pipe waited for, and nothing is
/// taken for what it is not.
final class Opening {
    /// What every open below a folder has: no link followed, nothing inherited by children, no
    /// waiting for a pipe's other end, no terminal acquired.
    private static final int SAFELY = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

    private Opening() {}

    static Descriptor folder(Call call, Name name) throws FileFault {
        long result = openat(call, name, O_DIRECTORY | SAFELY, 0);
        // The kernel calls a link "not a folder" here; the caller is told what it is.
        if (result == -Errno.ENOTDIR.number() && isLink(call, name)) {
            throw new FileFault(Errno.ELOOP, OPENAT.title, name.toString());
        }
        return new Descriptor((int) Call.checked(OPENAT, name, result), name);
    }

    /// A regular file, by what was really opened and not by a look beforehand.
    static Descriptor file(Call call, Name name, int access) throws FileFault {
        long result = openat(call, name, access | SAFELY, 0);
        var opened = new Descriptor((int) Call.checked(OPENAT, name, result), name);
        try {
            refuseUnlessFile(opened, name);
        } catch (FileFault | RuntimeException | Error refused) {
            opened.close();
            throw refused;
        }
        return opened;
    }

    static Descriptor create(Call call, Name name, int mode, Modes modes) throws FileFault {
        long result = openat(call, name, O_RDWR | O_CREAT | O_EXCL | SAFELY, mode);
        int number = (int) Call.checked(OPENAT, name, result);
        // The umask took bits away; it never gives any, so the file was not open to more meanwhile.
        // Looked at first: a change that changes nothing would still be written to the journal.
        if (modes.areKept(mode) || modes.isKept(mode, call.modeOf(number))) {
            return new Descriptor(number, name);
        }
        long changed = call.raw(FCHMOD, number, mode, 0, 0, 0);
        if (changed < 0) {
            Call.close(number);
            call.raw(UNLINKAT, call.number(), call.name(name), 0, 0, 0);
            throw Call.fault(FCHMOD.title, name, changed);
        }
        return new Descriptor(number, name);
    }

    /// `fchmodat` follows links and has no flag against it on many kernels. So the entry is pinned
    /// by a descriptor that opens nothing, looked at, and changed through that descriptor.
    static void setMode(Call call, Name name, int mode) throws FileFault {
        long result = openat(call, name, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);
        var pinned = new Descriptor((int) Call.checked(OPENAT, name, result), name);
        try (var pin = Call.on(pinned)) {
            var now = pin.stat(name);
            if (now.isLink()) {
                throw new FileFault(Errno.ELOOP, FCHMODAT.title, name.toString());
            }
            // A change that changes nothing would still be written to the journal.
            if (now.mode() == mode) return;
            var path = ("/proc/self/fd/" + pin.number()).getBytes(StandardCharsets.US_ASCII);
            long address = pin.path(path, name.toString());
            pin.run(FCHMODAT, name, Call.NOWHERE, address, mode, 0, 0);
        } finally {
            pinned.close();
        }
    }

    /// Whether what has this name is a folder with just these permission bits.
    static boolean hasMode(Call call, Name name, int mode) throws FileFault {
        return call.statx(call.name(name), 0) >= 0
                && Statx.kind(call.answer()) == Kind.FOLDER
                && Statx.mode(call.answer()) == mode;
    }

    private static void refuseUnlessFile(Descriptor opened, Name name) throws FileFault {
        Kind kind;
        try (var call = Call.on(opened)) {
            kind = call.stat(name).kind();
        }
        switch (kind) {
            case FILE -> {}
            case FOLDER -> throw new FileFault(Errno.EISDIR, OPENAT.title, name.toString());
            case LINK -> throw new FileFault(Errno.ELOOP, OPENAT.title, name.toString());
            case PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER ->
                    throw new FileFault(Errno.ENXIO, OPENAT.title, name.toString());
        }
    }

    private static boolean isLink(Call call, Name name) throws FileFault {
        return call.statx(call.name(name), 0) >= 0 && Statx.kind(call.answer()) == Kind.LINK;
    }

    private static long openat(Call call, Name name, int flags, int mode) throws FileFault {
        return call.raw(OPENAT, call.number(), call.name(name), flags, mode, 0);
    }
}
