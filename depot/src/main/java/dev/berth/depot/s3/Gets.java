package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads objects. What comes back shorter or otherwise than it was put is asked for again. What
/// comes back otherwise twice, and both times the same, lies there so: it is handed out as it is,
/// and whoever opens it finds the damage and knows what to do about it.
record Gets(S3Client client, Bucket bucket) {
    private static final int RANGE_BEYOND_END = 416;

    Optional<byte[]> whole(BlobName name, int limitBytes) throws Failure {
        try {
            byte[] bytes =
                    client.getObject(
                            r -> r.bucket(bucket.name()).key(bucket.key(name)),
                            reading(limitBytes));
            if (bytes.length > limitBytes) throw tooLarge(name, limitBytes);
            return Optional.of(bytes);
        } catch (SdkException fault) {
            if (isAbsent(fault)) return Optional.empty();
            throw fault;
        }
    }

    byte[] range(BlobName name, long offset, int length) throws Failure {
        if (length == 0) return requireThere(name);
        byte[] bytes = new byte[length];
        range(name, offset, length, bytes);
        return bytes;
    }

    /// As above, into the first `length` bytes of `room`.
    void range(BlobName name, long offset, int length, byte[] room) throws Failure {
        String range = "bytes=%d-%d".formatted(offset, offset + length - 1);
        try {
            boolean whole =
                    client.getObject(
                            r -> r.bucket(bucket.name()).key(bucket.key(name)).range(range),
                            filling(room, length));
            if (!whole) throw cut(name);
        } catch (SdkException fault) {
            if (S3Faults.is(fault, RANGE_BEYOND_END)) throw cut(name);
            if (isAbsent(fault)) throw absent(name);
            throw fault;
        }
    }

    private byte[] requireThere(BlobName name) throws Failure {
        if (size(name).isEmpty()) throw absent(name);
        return new byte[0];
    }

    OptionalLong size(BlobName name) {
        var head = head(name);
        return head.isPresent()
                ? OptionalLong.of(head.get().contentLength())
                : OptionalLong.empty();
    }

    Optional<HeadObjectResponse> head(BlobName name) {
        try {
            return Optional.of(
                    client.headObject(r -> r.bucket(bucket.name()).key(bucket.key(name))));
        } catch (SdkException fault) {
            if (isAbsent(fault)) return Optional.empty();
            throw fault;
        }
    }

    /// A bucket that is missing is no missing object.
    private static boolean isAbsent(SdkException fault) {
        return S3Faults.is(fault, S3Faults.NOT_FOUND)
                && S3Faults.code(fault).filter(code -> code.equals("NoSuchBucket")).isEmpty();
    }

    /// At most `limit` bytes and one more, which tells that there are too many.
    private static ResponseTransformer<GetObjectResponse, byte[]> reading(int limit) {
        var others = new HashSet<String>();
        return (answer, body) -> {
            // Every store names an object's content.
            if (answer.eTag() == null) throw new S3Faults.Stranger();
            byte[] bytes = new byte[(int) Math.min(answer.contentLength(), limit + 1L)];
            fill(bytes, bytes.length, answer, body, others);
            return bytes;
        };
    }

    /// Whether there are exactly `length` bytes, which are in `room` then.
    private static ResponseTransformer<GetObjectResponse, Boolean> filling(
            byte[] room, int length) {
        var others = new HashSet<String>();
        return (answer, body) -> {
            boolean fits = answer.contentLength() == length;
            if (fits) fill(room, length, answer, body, others);
            else body.abort();
            return fits;
        };
    }

    /// `others` are the hashes of earlier answers to the same request that were not what was put.
    private static void fill(
            byte[] room,
            int wanted,
            GetObjectResponse answer,
            AbortableInputStream body,
            Set<String> others) {
        try {
            int read = body.readNBytes(room, 0, wanted);
            if (wanted < answer.contentLength()) body.abort();
            if (read < wanted) throw again("the answer was cut short");
            String hash = answer.metadata().get(Marks.HASH);
            if (hash == null || !isWhole(answer, wanted)) return;
            String found = ContentHash.of(Arrays.copyOf(room, wanted)).hex();
            if (!found.equals(hash) && others.add(found)) {
                throw again("the answer is not what was put");
            }
        } catch (IOException cut) {
            throw RetryableException.create("the answer was cut short", cut);
        }
    }

    /// Only of a whole object is the hash known. A range may be all of it.
    private static boolean isWhole(GetObjectResponse answer, int bytes) {
        if (answer.contentRange() == null) return bytes == answer.contentLength();
        return answer.contentRange().equals("bytes 0-%d/%d".formatted(bytes - 1, bytes));
    }

    private static RetryableException again(String why) {
        return RetryableException.create(why, new IOException(why));
    }

    private static Failure absent(BlobName name) {
        return new Failure.NotFound("the depot has no object " + name, "see `berth depot verify`");
    }

    private static Failure cut(BlobName name) {
        return new Failure.Damaged(
                "the object %s is shorter than it was".formatted(name), "see `berth depot verify`");
    }

    private static Failure tooLarge(BlobName name, int limit) {
        return new Failure.Damaged(
                "the object %s has more than %d bytes".formatted(name, limit),
                "see `berth depot verify`");
    }
}
