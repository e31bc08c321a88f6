package dev.berth.depot.statcache;

import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.OptionalLong;

/// What is known of the entries of one folder, to be gone through beside a sorted scan of it: the
/// names are asked for in their order, and each look goes on where the last one ended. For one
/// thread.
public final class Level {
    /// What [#find] answers when nothing is known of a name.
    public static final int UNKNOWN = -1;

    private final MemorySegment bytes;
    private final Stamp stamp;
    private final long table;
    private final int count;
    private MemorySegment asked = MemorySegment.ofArray(new byte[255]);
    private int next;

    Level(MemorySegment bytes, Stamp stamp, long table) {
        this.bytes = bytes;
        this.stamp = stamp;
        this.table = table;
        this.count = (int) bytes.get(Layout.LONG, table);
    }

    /// How many entries are known here.
    public int count() {
        return count;
    }

    /// The number of the entry with this name, or [#UNKNOWN]. Names must be asked for in order.
    public int find(Name name) {
        if (next == count) return UNKNOWN;
        int length = name.length();
        if (length > asked.byteSize()) asked = MemorySegment.ofArray(new byte[length]);
        name.copyTo(asked, 0);
        while (next < count) {
            int order = compare(next, length);
            if (order > 0) return UNKNOWN;
            next++;
            if (order == 0) return next - 1;
        }
        return UNKNOWN;
    }

    /// Whether an entry is still what it was: size, both times, inode, mode and kind are the same,
    /// and it had not been touched in the instant in which it was looked at.
    public boolean unchanged(int entry, FileStat stat) {
        long record = record(entry);
        long modified = bytes.get(Layout.LONG, record + 8);
        long changed = bytes.get(Layout.LONG, record + 16);
        return bytes.get(Layout.LONG, record) == stat.size()
                && bytes.get(Layout.LONG, record + 24) == stat.inode()
                && bytes.get(Layout.INT, record + 32) == FolderTable.modeAndKind(stat)
                && same(Stamp.modified(stat), modified)
                && same(Stamp.changed(stat), changed)
                && stamp.settled(modified, changed);
    }

    /// What an entry stands for, as it was handed in.
    public byte[] meaning(int entry) {
        long record = record(entry);
        long from = table + bytes.get(Layout.LONG, record + 40) + nameLength(record);
        int length = bytes.get(Layout.INT, record + 56);
        return bytes.asSlice(from, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /// What is known of the entries of a sub-folder.
    public Optional<Level> folder(int entry) {
        long below = bytes.get(Layout.LONG, record(entry) + 48);
        return below == 0 ? Optional.empty() : Optional.of(new Level(bytes, stamp, below));
    }

    private static boolean same(OptionalLong time, long remembered) {
        return time.isPresent() && time.getAsLong() == remembered;
    }

    private long record(int entry) {
        return table + 8 + (long) entry * Layout.RECORD_BYTES;
    }

    private int nameLength(long record) {
        return bytes.get(Layout.INT, record + 36);
    }

    private int compare(int entry, int askedLength) {
        long record = record(entry);
        int length = nameLength(record);
        long from = table + bytes.get(Layout.LONG, record + 40);
        long at = MemorySegment.mismatch(bytes, from, from + length, asked, 0, askedLength);
        if (at < 0) return 0;
        if (at == length || at == askedLength) return Integer.compare(length, askedLength);
        return Byte.compareUnsigned(
                bytes.get(ValueLayout.JAVA_BYTE, from + at), asked.get(ValueLayout.JAVA_BYTE, at));
    }
}
