package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.s3.Knowledge.Seen;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Objects in a bucket, below one prefix. A request that went wrong on its way is made again, which
/// changes nothing: whoever put an object knows it by a mark of its own.
///
/// When a put or a commit returns, the store has said that it has the object.
public final class S3Blobs implements BlobStore {
    private final Bucket bucket;
    private final S3Client client;
    private final Puts puts;
    private final Gets gets;
    private final Listings listings;
    private final Lanes lanes = new Lanes();

    private S3Blobs(Bucket bucket, S3Client client) {
        this.bucket = bucket;
        this.client = client;
        this.puts = new Puts(client, bucket);
        this.gets = new Gets(client, bucket);
        this.listings = new Listings(client, bucket);
    }

    /// Asks nothing yet.
    public static S3Blobs open(Bucket bucket, Identity identity) throws Failure {
        return open(bucket, identity, Clients.SILENCE);
    }

    static S3Blobs open(Bucket bucket, Identity identity, Duration silence) throws Failure {
        try {
            return new S3Blobs(bucket, Clients.of(bucket, identity, silence));
        } catch (SdkException fault) {
            throw S3Faults.failure(fault, bucket);
        } catch (IllegalArgumentException | IllegalStateException bad) {
            throw S3Faults.failure(new Identity.Unreadable(bad), bucket);
        }
    }

    /// What the store can do, which it is asked to show on an object that is gone afterwards.
    public Abilities abilities() throws Failure {
        return call(() -> new Probe(client, bucket).run());
    }

    Bucket bucket() {
        return bucket;
    }

    Lanes lanes() {
        return lanes;
    }

    @Override
    public boolean isFar() {
        return true;
    }

    /// As [#list], with the tags.
    List<Seen> seen(String folder) throws Failure {
        return call(() -> listings.objects(folder));
    }

    @Override
    public void put(BlobName name, byte[] bytes) throws Failure {
        putTagged(name, bytes);
    }

    /// As [#put]; answers the tag of what is there now.
    Optional<String> putTagged(BlobName name, byte[] bytes) throws Failure {
        return call(() -> puts.put(name, bytes));
    }

    @Override
    public boolean putIfAbsent(BlobName name, byte[] bytes) throws Failure {
        return call(() -> puts.putIfAbsent(name, bytes));
    }

    @Override
    public Upload upload(BlobName name) {
        return new S3Upload(client, bucket, name, puts, lanes);
    }

    @Override
    public Optional<byte[]> get(BlobName name, int limitBytes) throws Failure {
        return call(() -> gets.whole(name, limitBytes));
    }

    @Override
    public byte[] range(BlobName name, long offset, int length) throws Failure {
        return call(() -> gets.range(name, offset, length));
    }

    /// As above, into the first `length` bytes of `room`.
    void range(BlobName name, long offset, int length, byte[] room) throws Failure {
        call(
                () -> {
                    gets.range(name, offset, length, room);
                    return true;
                });
    }

    @Override
    public List<Listed> list(String folder) throws Failure {
        return seen(folder).stream().map(one -> new Listed(one.name(), one.size())).toList();
    }

    @Override
    public OptionalLong size(BlobName name) throws Failure {
        return call(() -> gets.size(name));
    }

    @Override
    public boolean delete(BlobName name) throws Failure {
        return call(
                () -> {
                    if (gets.size(name).isEmpty()) return false;
                    remove(name);
                    return true;
                });
    }

    /// As [#delete], of an object that is known to be there.
    void deleteKnown(BlobName name) throws Failure {
        call(
                () -> {
                    remove(name);
                    return true;
                });
    }

    private void remove(BlobName name) {
        client.deleteObject(r -> r.bucket(bucket.name()).key(bucket.key(name)));
    }

    @Override
    public Set<String> leftovers() throws Failure {
        return call(
                () -> {
                    try {
                        return listings.uploads();
                    } catch (SdkException fault) {
                        // What it does not tell, nobody can discard either.
                        if (S3Faults.isUnknown(fault)) return Set.of();
                        throw fault;
                    }
                });
    }

    @Override
    public void discard(String leftover) throws Failure {
        call(() -> listings.abort(leftover));
    }

    @Override
    public String location() {
        return bucket.toString();
    }

    @Override
    public void close() {
        lanes.close();
        client.close();
    }

    private <T> T call(Call<T> call) throws Failure {
        try {
            return call.run();
        } catch (SdkException fault) {
            throw S3Faults.failure(fault, bucket);
        } catch (UncheckedIOException broken) {
            throw S3Faults.broken(broken, bucket);
        }
    }

    private interface Call<T> {
        T run() throws Failure;
    }
}
