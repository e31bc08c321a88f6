package dev.berth.depot.world;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A store as one actor has it who must wait for its turn at every operation.
public record TurnBlobs(BlobStore store, Turns turns, int actor) implements BlobStore {
    @Override
    public void put(BlobName name, byte[] bytes) throws Failure {
        turns.<Boolean, Failure>take(
                actor,
                () -> {
                    store.put(name, bytes);
                    return true;
                });
    }

    @Override
    public boolean putIfAbsent(BlobName name, byte[] bytes) throws Failure {
        return turns.<Boolean, Failure>take(actor, () -> store.putIfAbsent(name, bytes));
    }

    @Override
    public Upload upload(BlobName name) throws Failure {
        var upload = store.upload(name);
        return new Upload() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws Failure {
                upload.write(bytes, offset, length);
            }

            @Override
            public long written() {
                return upload.written();
            }

            @Override
            public void commit() throws Failure {
                turns.<Boolean, Failure>take(
                        actor,
                        () -> {
                            upload.commit();
                            return true;
                        });
            }

            @Override
            public void close() {
                upload.close();
            }
        };
    }

    @Override
    public Optional<byte[]> get(BlobName name, int limitBytes) throws Failure {
        return turns.<Optional<byte[]>, Failure>take(actor, () -> store.get(name, limitBytes));
    }

    @Override
    public byte[] range(BlobName name, long offset, int length) throws Failure {
        return turns.<byte[], Failure>take(actor, () -> store.range(name, offset, length));
    }

    @Override
    public List<Listed> list(String folder) throws Failure {
        return turns.<List<Listed>, Failure>take(actor, () -> store.list(folder));
    }

    @Override
    public OptionalLong size(BlobName name) throws Failure {
        return turns.<OptionalLong, Failure>take(actor, () -> store.size(name));
    }

    @Override
    public boolean delete(BlobName name) throws Failure {
        return turns.<Boolean, Failure>take(actor, () -> store.delete(name));
    }

    @Override
    public Set<String> leftovers() throws Failure {
        return turns.<Set<String>, Failure>take(actor, store::leftovers);
    }

    @Override
    public void discard(String leftover) throws Failure {
        store.discard(leftover);
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public void close() {}
}
