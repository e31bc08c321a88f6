package dev.berth.durable.modelled;

import dev.berth.durable.FileStat.Kind;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// A regular file: pages of 4 KiB, and all that they have been since the last sync.
///
/// Pages are never changed in place: a write makes a new one, so that what came before can be kept
/// without a copy. A page that is absent is a hole.
final class FileNode extends Node {
    static final int PAGE_BYTES = 4096;
    private static final byte[] HOLE = new byte[PAGE_BYTES];

    private final NavigableMap<Long, byte[]> pages = new TreeMap<>();
    private long size;
    private long links;

    // Since the last sync, oldest first: what each page was and how long the file was.
    private final NavigableMap<Long, List<byte[]>> olderPages = new TreeMap<>();
    private final List<Long> olderSizes = new ArrayList<>();

    FileNode(long number, Attributes attributes, Instant changed) {
        super(number, attributes, changed);
    }

    int read(MemorySegment into, long position) {
        int count = (int) Math.clamp(size - position, 0, Math.min(into.byteSize(), 1 << 30));
        for (int done = 0; done < count; ) {
            long at = position + done;
            int offset = (int) (at % PAGE_BYTES);
            int length = Math.min(count - done, PAGE_BYTES - offset);
            byte[] page = page(at / PAGE_BYTES);
            MemorySegment.copy(page, offset, into, ValueLayout.JAVA_BYTE, done, length);
            done += length;
        }
        return count;
    }

    int write(MemorySegment from, long position) {
        int count = (int) Math.min(from.byteSize(), 1 << 30);
        for (int done = 0; done < count; ) {
            long at = position + done;
            int offset = (int) (at % PAGE_BYTES);
            int length = Math.min(count - done, PAGE_BYTES - offset);
            byte[] page = page(at / PAGE_BYTES).clone();
            MemorySegment.copy(from, ValueLayout.JAVA_BYTE, done, page, offset, length);
            replace(at / PAGE_BYTES, page);
            done += length;
        }
        if (count > 0 && position + count > size) resize(position + count);
        return count;
    }

    void truncate(long newSize) {
        if (newSize < size) {
            int kept = (int) (newSize % PAGE_BYTES);
            long firstGone = newSize / PAGE_BYTES + (kept == 0 ? 0 : 1);
            for (long index : List.copyOf(pages.tailMap(firstGone).keySet())) replace(index, HOLE);
            if (kept > 0 && pages.containsKey(newSize / PAGE_BYTES)) {
                replace(newSize / PAGE_BYTES, cut(page(newSize / PAGE_BYTES), kept));
            }
        }
        if (newSize != size) resize(newSize);
    }

    void sync() {
        olderPages.clear();
        olderSizes.clear();
        syncAttributes();
    }

    /// Where data begins at or after `position`; the size when only a hole follows.
    long nextData(long position) {
        Long index = pages.ceilingKey(position / PAGE_BYTES);
        return index == null ? size : Math.min(size, Math.max(position, index * PAGE_BYTES));
    }

    long nextHole(long position) {
        long index = position / PAGE_BYTES;
        if (!pages.containsKey(index)) return position;
        while (pages.containsKey(index)) index++;
        return Math.min(size, index * PAGE_BYTES);
    }

    /// What a crash may leave of this file: any length that it had since the sync, and of every
    /// piece of every page any content that it had since then.
    FileNode survivor(Choices choices, Tearing tearing) {
        var survivor = new FileNode(number(), surviving(choices), changed());
        survivor.size = survivingSize(choices);
        for (var page : pages.headMap(survivor.pageCount()).entrySet()) {
            survivor.pages.put(page.getKey(), page.getValue());
        }
        for (long index : olderPages.headMap(survivor.pageCount()).keySet()) {
            int length = (int) Math.min(PAGE_BYTES, survivor.size - index * PAGE_BYTES);
            survivor.put(index, survivingPage(index, length, choices, tearing));
        }
        int tail = (int) (survivor.size % PAGE_BYTES);
        long last = survivor.size / PAGE_BYTES;
        if (tail > 0 && survivor.pages.containsKey(last)) {
            survivor.pages.put(last, cut(survivor.page(last), tail));
        }
        return survivor;
    }

    void addLinks(int more) {
        links += more;
    }

    @Override
    Kind kind() {
        return Kind.FILE;
    }

    @Override
    long size() {
        return size;
    }

    @Override
    long blocks() {
        return pages.size() * (PAGE_BYTES / 512L);
    }

    @Override
    long links() {
        return links;
    }

    private long survivingSize(Choices choices) {
        var sizes = new ArrayList<>(olderSizes);
        sizes.add(size);
        var distinct = sizes.stream().distinct().toList();
        return distinct.get(choices.pick(distinct.size()));
    }

    private byte[] survivingPage(long index, int length, Choices choices, Tearing tearing) {
        var versions = new ArrayList<>(olderPages.getOrDefault(index, List.of()));
        versions.add(page(index));
        return Tear.choose(versions, length, choices, tearing);
    }

    private long pageCount() {
        return Math.ceilDiv(size, PAGE_BYTES);
    }

    private byte[] page(long index) {
        return pages.getOrDefault(index, HOLE);
    }

    private void replace(long index, byte[] page) {
        olderPages.computeIfAbsent(index, _ -> new ArrayList<>()).add(page(index));
        put(index, page);
    }

    // By identity: a page that was written full of zeros is data.
    @SuppressWarnings("ReferenceEquality")
    private void put(long index, byte[] page) {
        if (page == HOLE) pages.remove(index);
        else pages.put(index, page);
    }

    private void resize(long newSize) {
        olderSizes.add(size);
        size = newSize;
    }

    private static byte[] cut(byte[] page, int kept) {
        byte[] shorter = new byte[PAGE_BYTES];
        System.arraycopy(page, 0, shorter, 0, kept);
        return shorter;
    }
}
