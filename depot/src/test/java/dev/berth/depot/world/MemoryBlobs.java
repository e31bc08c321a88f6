package dev.berth.depot.world;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// A store in memory, as honest as a store can be. Tests reach into it.
public class MemoryBlobs implements BlobStore {
    private final NavigableMap<String, byte[]> objects = new TreeMap<>();

    public MemoryBlobs() {}

    /// A store that holds the same as another.
    public synchronized MemoryBlobs copy() {
        var copy = new MemoryBlobs();
        copy.objects.putAll(objects);
        return copy;
    }

    /// What is stored, to be looked at and tampered with.
    public NavigableMap<String, byte[]> objects() {
        return objects;
    }

    public synchronized long bytes(String folder) {
        return objects.entrySet().stream()
                .filter(each -> each.getKey().contains(folder))
                .mapToLong(each -> each.getValue().length)
                .sum();
    }

    @Override
    public synchronized void put(BlobName name, byte[] bytes) {
        objects.put(name.value(), bytes.clone());
    }

    @Override
    public synchronized boolean putIfAbsent(BlobName name, byte[] bytes) {
        return objects.putIfAbsent(name.value(), bytes.clone()) == null;
    }

    @Override
    public Upload upload(BlobName name) {
        var bytes = new ByteArrayOutputStream();
        return new Upload() {
            @Override
            public void write(byte[] from, int offset, int length) {
                bytes.write(from, offset, length);
            }

            @Override
            public long written() {
                return bytes.size();
            }

            @Override
            public void commit() {
                put(name, bytes.toByteArray());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized Optional<byte[]> get(BlobName name, int limitBytes) throws Failure {
        byte[] bytes = objects.get(name.value());
        if (bytes == null) return Optional.empty();
        if (bytes.length > limitBytes) throw damaged(name);
        return Optional.of(bytes.clone());
    }

    @Override
    public synchronized byte[] range(BlobName name, long offset, int length) throws Failure {
        byte[] bytes = objects.get(name.value());
        if (bytes == null) throw new Failure.NotFound("there is no " + name, "look elsewhere");
        if (offset < 0 || offset + length > bytes.length) throw damaged(name);
        return Arrays.copyOfRange(bytes, (int) offset, (int) offset + length);
    }

    @Override
    public synchronized List<Listed> list(String folder) {
        var listed = new ArrayList<Listed>();
        for (var each : objects.tailMap(folder, true).entrySet()) {
            if (!each.getKey().startsWith(folder)) break;
            var name = BlobName.parse(each.getKey());
            if (name.isPresent()) listed.add(new Listed(name.get(), each.getValue().length));
        }
        return listed;
    }

    @Override
    public synchronized OptionalLong size(BlobName name) {
        byte[] bytes = objects.get(name.value());
        return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes.length);
    }

    @Override
    public synchronized boolean delete(BlobName name) {
        return objects.remove(name.value()) != null;
    }

    @Override
    public Set<String> leftovers() {
        return Set.of();
    }

    @Override
    public void discard(String leftover) {
        throw new IllegalStateException("nothing is left over here: " + leftover);
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public void close() {}

    private static Failure damaged(BlobName name) {
        return new Failure.Damaged(name + " is cut short", "look elsewhere", Map.of());
    }
}
