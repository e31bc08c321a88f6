package dev.berth.durable.linux;

import static dev.berth.durable.linux.SystemCall.LINKAT;
import static dev.berth.durable.linux.SystemCall.RENAMEAT2;
import static dev.berth.durable.linux.SystemCall.UNLINKAT;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Name;

/// Gives an entry another name, or a second one.
final class Renaming {
    private Renaming() {}

    static void replacing(Call here, Name from, Call there, Name to) throws FileFault {
        Call.checked(RENAMEAT2, pair(from, to), renameat2(here, from, there, to, 0));
    }

    static void withoutReplacing(Call here, Name from, Call there, Name to) throws FileFault {
        long result = renameat2(here, from, there, to, Flags.RENAME_NOREPLACE);
        boolean unsupported = result == -Errno.EINVAL.number() || result == -Errno.ENOSYS.number();
        if (unsupported && byLink(here, from, there, to)) return;
        Call.checked(RENAMEAT2, pair(from, to), result);
    }

    static void link(Call here, Name from, Call there, Name to) throws FileFault {
        here.run(
                LINKAT,
                pair(from, to),
                here.number(),
                here.name(from),
                there.number(),
                there.name(to),
                0);
    }

    /// For file systems that cannot rename without replacing: a second name for a file, then the
    /// first one away. False for a folder, which cannot have two names.
    private static boolean byLink(Call here, Name from, Call there, Name to) throws FileFault {
        long seen = here.statx(here.name(from), 0);
        if (seen < 0 || Statx.kind(here.answer()) == Kind.FOLDER) return false;
        link(here, from, there, to);
        long result = here.raw(UNLINKAT, here.number(), here.name(from), 0, 0, 0);
        if (result < 0) {
            there.raw(UNLINKAT, there.number(), there.name(to), 0, 0, 0);
            throw Call.fault(UNLINKAT.title, from, result);
        }
        return true;
    }

    private static long renameat2(Call here, Name from, Call there, Name to, int flags)
            throws FileFault {
        return here.raw(
                RENAMEAT2, here.number(), here.name(from), there.number(), there.name(to), flags);
    }

    private static String pair(Name from, Name to) {
        return from + " to " + to;
    }
}
