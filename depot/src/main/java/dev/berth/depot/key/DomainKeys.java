package dev.berth.depot.key;

import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// The secrets of one domain, unwrapped: the id key that names chunks and never changes, the key
/// that authenticates checkpoints and other single objects, and the data keys that packs are or
/// were sealed under, the last of which is the current one.
///
/// Immutable but for [#close], which wipes it. Safe for use by several threads.
public final class DomainKeys implements AutoCloseable {
    final byte[] idKey;
    final byte[] objectKey;
    final List<DataKey> dataKeys;

    DomainKeys(byte[] idKey, byte[] objectKey, List<DataKey> dataKeys) {
        if (dataKeys.isEmpty()) throw new IllegalArgumentException("a domain without a data key");
        this.idKey = idKey;
        this.objectKey = objectKey;
        this.dataKeys = List.copyOf(dataKeys);
    }

    public static DomainKeys generate(SecureRandom random) {
        return new DomainKeys(secret(random), secret(random), List.of(DataKey.generate(1, random)));
    }

    /// These keys and a fresh current data key; what was sealed before stays readable.
    public DomainKeys rotated(SecureRandom random) {
        var more = new ArrayList<DataKey>();
        for (var key : dataKeys) more.add(new DataKey(key.id(), key.secret().clone()));
        more.add(DataKey.generate(currentDataKey() + 1, random));
        return new DomainKeys(idKey.clone(), objectKey.clone(), more);
    }

    /// These keys without the data keys in `unused`; the current one always stays.
    public DomainKeys without(Set<Integer> unused) {
        var kept = new ArrayList<DataKey>();
        for (var key : dataKeys) {
            if (key.id() != currentDataKey() && unused.contains(key.id())) continue;
            kept.add(new DataKey(key.id(), key.secret().clone()));
        }
        return new DomainKeys(idKey.clone(), objectKey.clone(), kept);
    }

    /// These keys and those data keys of `others` that are not among them.
    public DomainKeys with(DomainKeys others) {
        var all = new ArrayList<DataKey>();
        for (var key : dataKeys) all.add(new DataKey(key.id(), key.secret().clone()));
        for (var key : others.dataKeys) {
            if (dataKeyIds().noneMatch(id -> id == key.id())) {
                all.add(new DataKey(key.id(), key.secret().clone()));
            }
        }
        all.sort((a, b) -> Integer.compare(a.id(), b.id()));
        return new DomainKeys(idKey.clone(), objectKey.clone(), all);
    }

    /// The number of the data key that new packs are sealed under.
    public int currentDataKey() {
        return dataKeys.getLast().id();
    }

    /// All data keys' numbers, in the order in which they were made.
    public IntStream dataKeyIds() {
        return dataKeys.stream().mapToInt(DataKey::id);
    }

    DataKey dataKey(int id) throws Failure {
        for (var key : dataKeys) {
            if (key.id() == id) return key;
        }
        throw new Failure.WrongKey(
                "data key " + id + " is not among the domain's keys",
                "bring the newest keys object back from a copy of the depot");
    }

    @Override
    public void close() {
        Arrays.fill(idKey, (byte) 0);
        Arrays.fill(objectKey, (byte) 0);
        dataKeys.forEach(DataKey::wipe);
    }

    @Override
    public String toString() {
        return "domain keys with " + dataKeys.size() + " data keys";
    }

    static byte[] secret(SecureRandom random) {
        var secret = new byte[Gcm.KEY_BYTES];
        random.nextBytes(secret);
        return secret;
    }
}
