package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Optional;

/// Writes objects that are at hand as a whole.
record Puts(S3Client client, Bucket bucket) {
    private static final int ROUNDS = 20;
    private static final String TYPE = "application/octet-stream";

    /// Answers the tag of what is there now.
    Optional<String> put(BlobName name, byte[] bytes) throws Failure {
        String mark = Marks.next();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                return Marks.tag(put(name, bytes, mark, false).eTag());
            } catch (SdkException fault) {
                if (!S3Faults.is(fault, S3Faults.CONFLICT)) throw fault;
            }
        }
        throw tooMany(name);
    }

    /// The store decides where it can. Where it cannot, whoever comes at the very same moment may
    /// win as well.
    boolean putIfAbsent(BlobName name, byte[] bytes) throws Failure {
        String mark = Marks.next();
        for (int round = 0; round < ROUNDS; round++) {
            // Also after a put: an answer may have been lost, and the request made again.
            var there = new Gets(client, bucket).head(name);
            if (there.isPresent()) return mark.equals(there.get().metadata().get(Marks.PUT));
            try {
                put(name, bytes, mark, true);
            } catch (SdkException fault) {
                if (S3Faults.isUnknown(fault)) put(name, bytes, mark, false);
                else if (!isContest(fault)) throw fault;
            }
        }
        throw tooMany(name);
    }

    /// Somebody was there before, or two came at once and the store has let in one of them or none.
    private static boolean isContest(SdkException fault) {
        return S3Faults.is(fault, S3Faults.PRECONDITION) || S3Faults.is(fault, S3Faults.CONFLICT);
    }

    private Failure tooMany(BlobName name) {
        return new Failure.Unavailable(
                "%s: too many try to make %s at once".formatted(bucket, name), "try again");
    }

    PutObjectResponse put(BlobName name, byte[] bytes, String mark, boolean onlyIfAbsent) {
        Map<String, String> marks = Marks.of(bytes, mark);
        return client.putObject(
                r -> {
                    r.bucket(bucket.name()).key(bucket.key(name)).metadata(marks);
                    r.contentMD5(Marks.md5(bytes, bytes.length));
                    if (onlyIfAbsent) r.ifNoneMatch("*");
                },
                body(bytes, bytes.length));
    }

    /// The first `length` bytes, as they are: the vendor's own would copy them.
    static RequestBody body(byte[] bytes, int length) {
        return RequestBody.fromContentProvider(
                () -> new ByteArrayInputStream(bytes, 0, length), length, TYPE);
    }
}
