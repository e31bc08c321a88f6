package dev.berth.bundle.ship;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/// Neighbours from a disk in file form, whose bytes came with them.
final class MemoryBatch implements Batch {
    private final List<Planned> entries = new ArrayList<>();
    private final IdentityHashMap<Planned, byte[]> contents = new IdentityHashMap<>();
    private long bytes;

    void add(Planned one, byte[] content) {
        entries.add(one);
        contents.put(one, content);
        bytes += content.length;
    }

    long bytes() {
        return bytes;
    }

    boolean isFull() {
        return bytes >= FULL_BYTES || entries.size() >= FULL_ENTRIES;
    }

    @Override
    public List<Planned> entries() {
        return entries;
    }

    @Override
    public Loaded load(Planned one) {
        var content = contents.get(one);
        if (content == null) throw new IllegalStateException("not of this batch");
        return new Loaded(one.entry(), content, true);
    }

    @Override
    public void close() {
        contents.clear();
    }
}
