package dev.berth.depot.statcache;

import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalLong;

/// What is known of the entries of one folder, to be gone through beside a sorted scan of it: the
/// names are asked for in their order, and each look goes on where the last one ended. For one
/// thread.
public final class Level {
    /// What [#find] answers when nothing is known of a name.
    public static final int UNKNOWN = -1;

    private static final int LONGEST_NAME = 255;

    private final MemorySegment bytes;
    private final Stamp stamp;

    // Looked at through a buffer: a segment's own accessors are slow in code that is not compiled
    // to the end, and a short command never has any other.
    private final ByteBuffer table;
    private final int count;
    private byte[] known = new byte[LONGEST_NAME];
    private int next;

    Level(MemorySegment bytes, Stamp stamp, long table) {
        this.bytes = bytes;
        this.stamp = stamp;
        long room = Math.min(bytes.byteSize() - table, Integer.MAX_VALUE);
        this.table = bytes.asSlice(table, room).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        this.count = (int) this.table.getLong(0);
    }

    /// How many entries are known here.
    public int count() {
        return count;
    }

    /// The number of the entry with this name, or [#UNKNOWN]. Names must be asked for in order.
    public int find(Name name) {
        while (next < count) {
            int order = compare(next, name);
            if (order > 0) return UNKNOWN;
            next++;
            if (order == 0) return next - 1;
        }
        return UNKNOWN;
    }

    /// Whether an entry is still what it was: size, both times, inode, mode and kind are the same,
    /// and it had not been touched in the instant in which it was looked at.
    public boolean unchanged(int entry, FileStat stat) {
        int record = record(entry);
        long modified = table.getLong(record + 8);
        long changed = table.getLong(record + 16);
        return table.getLong(record) == stat.size()
                && table.getLong(record + 24) == stat.inode()
                && table.getInt(record + 32) == FolderTable.modeAndKind(stat)
                && same(Stamp.modified(stat), modified)
                && same(Stamp.changed(stat), changed)
                && stamp.settled(modified, changed);
    }

    /// What an entry stands for, as it was handed in.
    public byte[] meaning(int entry) {
        int record = record(entry);
        int from = nameAt(record) + nameLength(record);
        var meaning = new byte[table.getInt(record + 56)];
        table.get(from, meaning);
        return meaning;
    }

    /// Adds all of it as it is. No entry may be a folder: those know where their own tables are.
    void appendTo(Pieces pieces) {
        int length = 8;
        if (count > 0) {
            int last = record(count - 1);
            length = nameAt(last) + nameLength(last) + table.getInt(last + 56);
        }
        var all = new byte[length + 7 & ~7];
        table.get(0, all);
        pieces.append(all, all.length);
    }

    /// What is known of the entries of a sub-folder.
    public Optional<Level> folder(int entry) {
        long below = table.getLong(record(entry) + 48);
        return below == 0 ? Optional.empty() : Optional.of(new Level(bytes, stamp, below));
    }

    private static boolean same(OptionalLong time, long remembered) {
        return time.isPresent() && time.getAsLong() == remembered;
    }

    private int record(int entry) {
        return 8 + entry * Layout.RECORD_BYTES;
    }

    private int nameLength(int record) {
        return table.getInt(record + 36);
    }

    private int nameAt(int record) {
        return (int) table.getLong(record + 40);
    }

    private int compare(int entry, Name asked) {
        int record = record(entry);
        int length = nameLength(record);
        if (length > known.length) known = new byte[length];
        table.get(nameAt(record), known, 0, length);
        return -asked.compareTo(known, length);
    }
}
