package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

import java.util.Optional;

/// Has a store show what it can do, on an object that nobody else knows.
record Probe(S3Client client, Bucket bucket) {
    private static final byte[] CONTENT = {1, 2, 3};

    Abilities run() throws Failure {
        var name = new BlobName("probe-" + Marks.next());
        try {
            boolean decides = decides(name);
            boolean ranges = ranges(name);
            var upload = begun(name);
            boolean parts = upload.isPresent();
            return new Abilities(decides, ranges, parts, parts && givesUp(name, upload.get()));
        } finally {
            client.deleteObject(r -> r.bucket(bucket.name()).key(bucket.key(name)));
        }
    }

    /// Two puts of one name under a condition that only the first can meet. A store that does not
    /// know the condition refuses it, or takes both.
    private boolean decides(BlobName name) {
        var puts = new Puts(client, bucket);
        String mark = Marks.next();
        try {
            puts.put(name, CONTENT, mark, true);
            puts.put(name, CONTENT, mark, true);
            return false;
        } catch (SdkException fault) {
            if (S3Faults.is(fault, S3Faults.PRECONDITION)) return true;
            if (!S3Faults.isUnknown(fault)) throw fault;
            puts.put(name, CONTENT, mark, false);
            return false;
        }
    }

    private boolean ranges(BlobName name) throws Failure {
        byte[] middle = new Gets(client, bucket).range(name, 1, 1);
        return middle.length == 1 && middle[0] == CONTENT[1];
    }

    /// The store's name of an upload in parts; empty when it has no such thing.
    private Optional<String> begun(BlobName name) {
        try {
            var begun =
                    client.createMultipartUpload(
                            r -> r.bucket(bucket.name()).key(bucket.key(name)));
            return Optional.of(begun.uploadId());
        } catch (SdkException fault) {
            if (S3Faults.isUnknown(fault)) return Optional.empty();
            throw fault;
        }
    }

    private boolean givesUp(BlobName name, String upload) {
        try {
            client.abortMultipartUpload(
                    r -> r.bucket(bucket.name()).key(bucket.key(name)).uploadId(upload));
            return true;
        } catch (SdkException fault) {
            if (S3Faults.isUnknown(fault)) return false;
            throw fault;
        }
    }
}
