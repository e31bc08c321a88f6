package dev.berth.durable.linux;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder.Entry;
import dev.berth.durable.Folder.Listed;
import dev.berth.durable.Name;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Reads a folder by `getdents64`, batch after batch. A name lies in the batch as the kernel wants
/// names (with a NUL behind it), so that its facts are asked for where it lies.
final class Listing {
    private static final int LENGTH_AT = 16;
    private static final int TYPE_AT = 18;
    private static final int NAME_AT = 19;

    private Listing() {}

    /// Names and kinds; asks for an entry's facts only where the listing does not tell its kind.
    static List<Entry> entries(Call call, Object subject) throws FileFault {
        var entries = new ArrayList<Entry>();
        each(
                call,
                subject,
                (name, type, address) -> {
                    if (type != 0) {
                        entries.add(new Entry(name, Statx.kind(type)));
                    } else if (look(call, name, address)) {
                        entries.add(new Entry(name, Statx.kind(call.answer())));
                    }
                });
        return entries;
    }

    /// Names and facts: one `statx` for each entry.
    static List<Listed> facts(Call call, Object subject, Consumer<Name> vanished) throws FileFault {
        var listed = new ArrayList<Listed>();
        each(
                call,
                subject,
                (name, _, address) -> {
                    if (look(call, name, address)) {
                        listed.add(new Listed(name, call.facts()));
                    } else {
                        vanished.accept(name);
                    }
                });
        return listed;
    }

    /// What is done with one entry: its name, its kind as the listing has it, where the name lies.
    private interface Visitor {
        void visit(Name name, int type, long address) throws FileFault;
    }

    private static void each(Call call, Object subject, Visitor visitor) throws FileFault {
        var batch = call.bulk();
        var view = call.bulkView();
        while (true) {
            int filled =
                    (int)
                            call.run(
                                    SystemCall.GETDENTS64,
                                    subject,
                                    call.number(),
                                    batch.address(),
                                    batch.byteSize(),
                                    0,
                                    0);
            if (filled == 0) return;
            int at = 0;
            while (at < filled) {
                int length = Short.toUnsignedInt(view.getShort(at + LENGTH_AT));
                byte[] name = nameAt(view, at + NAME_AT, at + length);
                if (!standsForFolder(name)) {
                    visitor.visit(
                            parsed(name, subject),
                            view.get(at + TYPE_AT),
                            batch.address() + at + NAME_AT);
                }
                at += length;
            }
        }
    }

    /// Whether the entry is still there, with its facts in the call's answer.
    private static boolean look(Call call, Name name, long address) throws FileFault {
        long result = call.statx(address, 0);
        if (result == -Errno.ENOENT.number()) return false;
        Call.checked(SystemCall.STATX, name, result);
        return true;
    }

    private static Name parsed(byte[] name, Object subject) throws FileFault {
        var parsed = Name.parse(name);
        // No lambda, which would be made for each entry: slowly, where code is compiled simply.
        if (parsed.isEmpty()) throw new FileFault(Errno.EIO, "getdents64", subject.toString());
        return parsed.get();
    }

    /// Up to the NUL, which is among the last eight bytes of an entry; what lies behind it is
    /// anything.
    private static byte[] nameAt(ByteBuffer batch, int at, int entryEnd) {
        var padded = new byte[entryEnd - at];
        batch.get(at, padded);
        int length = Math.max(0, padded.length - 8);
        while (padded[length] != 0) length++;
        return Arrays.copyOf(padded, length);
    }

    private static boolean standsForFolder(byte[] name) {
        return name[0] == '.' && (name.length == 1 || (name.length == 2 && name[1] == '.'));
    }
}
