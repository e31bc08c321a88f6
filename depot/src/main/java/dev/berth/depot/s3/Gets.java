package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads objects. What comes back shorter or otherwise than it was put is asked for again.
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
        try {
            byte[] bytes =
                    client.getObject(
                            r ->
                                    r.bucket(bucket.name())
                                            .key(bucket.key(name))
                                            .range(
                                                    "bytes=%d-%d"
                                                            .formatted(
                                                                    offset, offset + length - 1)),
                            reading(length));
            if (bytes.length != length) throw cut(name);
            return bytes;
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
        return (answer, body) -> {
            long length = answer.contentLength();
            int wanted = (int) Math.min(length, limit + 1L);
            try {
                byte[] bytes = body.readNBytes(wanted);
                if (wanted < length) body.abort();
                if (bytes.length < wanted) throw again("the answer was cut short");
                String hash = answer.metadata().get(Marks.HASH);
                if (isWhole(answer, wanted)
                        && hash != null
                        && !ContentHash.of(bytes).hex().equals(hash)) {
                    throw again("the answer is not what was put");
                }
                return bytes;
            } catch (IOException cut) {
                throw RetryableException.create("the answer was cut short", cut);
            }
        };
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
