package dev.berth.depot.statcache;

import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// What is known of the entries of one folder, being put together in the order of their names. For
/// one thread; it may be cleared and used again.
public final class FolderTable {
    private static final int KIND_SHIFT = 16;

    private byte[] records = new byte[16 * Layout.RECORD_BYTES];

    // As in a level, and for the same reason.
    private ByteBuffer view = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);

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
        if (at == records.length) records(Arrays.copyOf(records, 2 * records.length));
        view.putLong(at, stat.size());
        view.putLong(at + 8, modified.getAsLong());
        view.putLong(at + 16, changed.getAsLong());
        view.putLong(at + 24, stat.inode());
        view.putInt(at + 32, modeAndKind(stat));
        view.putInt(at + 36, name.length());
        // From the heap's beginning for now: where that is depends on how many records come.
        view.putLong(at + 40, heapUsed);
        view.putLong(at + 48, table);
        view.putInt(at + 56, meaning.length);
        view.putInt(at + 60, 0);
        room(name.length() + meaning.length);
        name.copyTo(heap, heapUsed);
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
        byte[] head = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(count).array();
        int recordBytes = count * Layout.RECORD_BYTES;
        for (int at = 40; at < recordBytes; at += Layout.RECORD_BYTES) {
            view.putLong(at, head.length + recordBytes + view.getLong(at));
        }
        pieces.append(head, head.length);
        pieces.append(records, recordBytes);
        pieces.append(heap, heapUsed);
        pieces.append(new byte[7], -heapUsed & 7);
        clear();
    }

    private void records(byte[] larger) {
        records = larger;
        view = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void room(int more) {
        if (heap.length - heapUsed < more) {
            heap = Arrays.copyOf(heap, Math.max(2 * heap.length, heapUsed + more));
        }
    }
}
