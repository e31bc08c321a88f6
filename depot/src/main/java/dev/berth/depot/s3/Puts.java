package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

import java.util.Map;

/// Writes objects that are at hand as a whole.
record Puts(S3Client client, Bucket bucket) {
    private static final BlobName PROBE = new BlobName("probe");
    private static final int ROUNDS = 20;

    void put(BlobName name, byte[] bytes) {
        put(name, bytes, Marks.next(), false);
    }

    /// The store decides where it can. Where it cannot, whoever comes at the very same moment may
    /// win as well.
    boolean putIfAbsent(BlobName name, byte[] bytes) throws Failure {
        String mark = Marks.next();
        for (int round = 0; round < ROUNDS; round++) {
            if (new Gets(client, bucket).size(name).isPresent()) return isMine(name, mark);
            try {
                put(name, bytes, mark, true);
                return isMine(name, mark);
            } catch (SdkException fault) {
                if (S3Faults.is(fault, S3Faults.PRECONDITION)) return isMine(name, mark);
                if (S3Faults.is(fault, S3Faults.NOT_IMPLEMENTED)) {
                    put(name, bytes, mark, false);
                    return isMine(name, mark);
                }
                // Two at once: the store has let neither in, or one of them.
                if (!S3Faults.is(fault, S3Faults.CONFLICT)) throw fault;
            }
        }
        throw new Failure.Unavailable(
                "%s: too many try to make %s at once".formatted(bucket, name), "try again");
    }

    /// Two puts of one name under a condition that only the first can meet.
    boolean decidesWhoIsFirst() {
        var name = new BlobName(PROBE + "-" + Marks.next());
        try {
            put(name, new byte[0], Marks.next(), true);
            put(name, new byte[0], Marks.next(), true);
            return false;
        } catch (SdkException fault) {
            if (S3Faults.is(fault, S3Faults.PRECONDITION)) return true;
            if (S3Faults.is(fault, S3Faults.NOT_IMPLEMENTED)) return false;
            throw fault;
        } finally {
            client.deleteObject(r -> r.bucket(bucket.name()).key(bucket.key(name)));
        }
    }

    private void put(BlobName name, byte[] bytes, String mark, boolean onlyIfAbsent) {
        Map<String, String> marks = Marks.of(bytes, mark);
        client.putObject(
                r -> {
                    r.bucket(bucket.name()).key(bucket.key(name)).metadata(marks);
                    r.contentMD5(Marks.md5(bytes, bytes.length));
                    if (onlyIfAbsent) r.ifNoneMatch("*");
                },
                RequestBody.fromBytes(bytes));
    }

    /// An answer may have been lost, and the request made again.
    private boolean isMine(BlobName name, String mark) {
        return new Gets(client, bucket)
                .head(name)
                .filter(head -> mark.equals(head.metadata().get(Marks.PUT)))
                .isPresent();
    }
}
