package dev.berth.depot.statcache;

import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// What is known of the entries of one folder, being put together in the order of their names. For
/// one thread; it may be cleared and used again.
public final class FolderTable {
    private static final int KIND_SHIFT = 16;

    private byte[] records = new byte[16 * Layout.RECORD_BYTES];
    private byte[] heap = new byte[1024];
    private int count;
    private int heapUsed;
    private @Nullable Name former;

    /// Adds an entry that stands for `meaning`. One whose times cannot be told is left out: it will
    /// be looked at again. Names must come in order.
    public void add(Name name, FileStat stat, byte[] meaning) {
        add(name, stat, 0, meaning);
    }

    /// Adds a sub-folder whose own table is at `table`, as [StatCacheWriter#folder] answered.
    public void addFolder(Name name, FileStat stat, long table, byte[] meaning) {
        if (table < Layout.HEADER_BYTES) throw new IllegalArgumentException("no table");
        add(name, stat, table, meaning);
    }

    public void clear() {
        count = 0;
        heapUsed = 0;
        former = null;
    }

    private void add(Name name, FileStat stat, long table, byte[] meaning) {
        if (former != null && former.compareTo(name) >= 0) {
            throw new IllegalArgumentException("names out of order: " + former + ", " + name);
        }
        former = name;
        var modified = Stamp.modified(stat);
        var changed = Stamp.changed(stat);
        if (modified.isEmpty() || changed.isEmpty()) return;
        int at = count * Layout.RECORD_BYTES;
        if (at == records.length) records = Arrays.copyOf(records, 2 * records.length);
        var record = MemorySegment.ofArray(records).asSlice(at, Layout.RECORD_BYTES);
        record.set(Layout.LONG, 0, stat.size());
        record.set(Layout.LONG, 8, modified.getAsLong());
        record.set(Layout.LONG, 16, changed.getAsLong());
        record.set(Layout.LONG, 24, stat.inode());
        record.set(Layout.INT, 32, modeAndKind(stat));
        record.set(Layout.INT, 36, name.length());
        // From the heap's beginning for now: where that is depends on how many records come.
        record.set(Layout.LONG, 40, heapUsed);
        record.set(Layout.LONG, 48, table);
        record.set(Layout.INT, 56, meaning.length);
        record.set(Layout.INT, 60, 0);
        room(name.length() + meaning.length);
        name.copyTo(MemorySegment.ofArray(heap), heapUsed);
        System.arraycopy(meaning, 0, heap, heapUsed + name.length(), meaning.length);
        heapUsed += name.length() + meaning.length;
        count++;
    }

    static int modeAndKind(FileStat stat) {
        return stat.mode() | kind(stat.kind()) << KIND_SHIFT;
    }

    private static int kind(FileStat.Kind kind) {
        return switch (kind) {
            case FILE -> 1;
            case FOLDER -> 2;
            case LINK -> 3;
            case PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER -> 4;
        };
    }

    void appendTo(Pieces pieces) {
        var head = new byte[8];
        MemorySegment.ofArray(head).set(Layout.LONG, 0, count);
        int recordBytes = count * Layout.RECORD_BYTES;
        var all = MemorySegment.ofArray(records);
        for (int at = 0; at < recordBytes; at += Layout.RECORD_BYTES) {
            long inHeap = all.get(Layout.LONG, at + 40L);
            all.set(Layout.LONG, at + 40L, head.length + recordBytes + inHeap);
        }
        pieces.append(head, head.length);
        pieces.append(records, recordBytes);
        pieces.append(heap, heapUsed);
        pieces.append(new byte[7], -heapUsed & 7);
        clear();
    }

    private void room(int more) {
        if (heap.length - heapUsed < more) {
            heap = Arrays.copyOf(heap, Math.max(2 * heap.length, heapUsed + more));
        }
    }
}
