package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobStore.Listed;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Lists a bucket, whole or not at all.
record Listings(S3Client client, Bucket bucket) {
    // Between an object's name, which never has one, and the store's name of an upload.
    private static final String MARK = "?";

    List<Listed> objects(String folder) throws Failure {
        var found = new ArrayList<Listed>();
        Optional<String> next = Optional.empty();
        do {
            var page = page(bucket.prefix() + folder, next);
            for (var object : page.contents()) {
                bucket.blob(object.key())
                        .ifPresent(name -> found.add(new Listed(name, object.size())));
            }
            next = after(page);
        } while (next.isPresent());
        found.sort(Comparator.comparing(Listed::name));
        return found;
    }

    private ListObjectsV2Response page(String prefix, Optional<String> from) {
        return client.listObjectsV2(
                r -> {
                    r.bucket(bucket.name()).prefix(prefix);
                    from.ifPresent(r::continuationToken);
                });
    }

    private Optional<String> after(ListObjectsV2Response page) throws Failure {
        Integer count = page.keyCount();
        int there = page.contents().size() + page.commonPrefixes().size();
        boolean more = Boolean.TRUE.equals(page.isTruncated());
        var next = Optional.ofNullable(page.nextContinuationToken()).filter(token -> more);
        if ((count != null && count != there) || (more && next.isEmpty())) {
            throw new Failure.Unavailable(
                    bucket + ": its list of objects is not whole", "try again");
        }
        return next;
    }

    Set<String> uploads() {
        var found = new TreeSet<String>();
        client.listMultipartUploadsPaginator(r -> r.bucket(bucket.name()).prefix(bucket.prefix()))
                .uploads()
                .forEach(
                        upload ->
                                bucket.blob(upload.key())
                                        .ifPresent(
                                                name ->
                                                        found.add(
                                                                name + MARK + upload.uploadId())));
        return found;
    }

    boolean abort(String leftover) {
        int mark = leftover.indexOf(MARK);
        String key = bucket.prefix() + leftover.substring(0, mark);
        String upload = leftover.substring(mark + 1);
        try {
            client.abortMultipartUpload(r -> r.bucket(bucket.name()).key(key).uploadId(upload));
            return true;
        } catch (SdkException fault) {
            if (S3Faults.is(fault, S3Faults.NOT_FOUND)) return false;
            throw fault;
        }
    }
}
