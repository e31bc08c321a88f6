package dev.berth.depot.s3;

import dev.berth.depot.s3.Knowledge.Seen;
import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
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
    private static final int TIMES = 5;

    List<Seen> objects(String folder) throws Failure {
        var found = new ArrayList<Seen>();
        Optional<String> next = Optional.empty();
        do {
            var page = wholePage(bucket.prefix() + folder, next);
            for (var object : page.contents()) {
                var tag = Marks.tag(object.eTag());
                bucket.blob(object.key())
                        .ifPresent(name -> found.add(new Seen(name, object.size(), tag)));
            }
            next = after(page);
        } while (next.isPresent());
        found.sort(Comparator.comparing(Seen::name));
        return found;
    }

    /// A page that has as many objects as it says; asked for again when it has not.
    private ListObjectsV2Response wholePage(String prefix, Optional<String> from) throws Failure {
        for (int time = 0; time < TIMES; time++) {
            var page = page(prefix, from);
            if (isWhole(page)) return page;
        }
        throw new Failure.Unavailable(bucket + ": its list of objects is not whole", "try again");
    }

    private ListObjectsV2Response page(String prefix, Optional<String> from) {
        return client.listObjectsV2(
                r -> {
                    r.bucket(bucket.name()).prefix(prefix);
                    from.ifPresent(r::continuationToken);
                });
    }

    private static boolean isWhole(ListObjectsV2Response page) {
        // What has no such answer in it is no listing.
        if (page.isTruncated() == null) return false;
        Integer count = page.keyCount();
        int there = page.contents().size() + page.commonPrefixes().size();
        return (count == null || count == there)
                && (!page.isTruncated() || after(page).isPresent());
    }

    private static Optional<String> after(ListObjectsV2Response page) {
        if (!page.isTruncated()) return Optional.empty();
        return Optional.ofNullable(page.nextContinuationToken());
    }

    /// Page by page: the vendor's own way to go through all asks past [Persistent].
    Set<String> uploads() throws Failure {
        var found = new TreeSet<String>();
        Optional<ListMultipartUploadsResponse> before = Optional.empty();
        do {
            var page = uploads(before);
            for (var upload : page.uploads()) {
                bucket.blob(upload.key())
                        .ifPresent(name -> found.add(name + MARK + upload.uploadId()));
            }
            before = Optional.of(page).filter(p -> Boolean.TRUE.equals(p.isTruncated()));
            if (before.isPresent() && page.nextKeyMarker() == null) {
                throw new Failure.Unavailable(
                        bucket + ": its list of uploads is not whole", "try again");
            }
        } while (before.isPresent());
        return found;
    }

    private ListMultipartUploadsResponse uploads(Optional<ListMultipartUploadsResponse> before) {
        return client.listMultipartUploads(
                r -> {
                    r.bucket(bucket.name()).prefix(bucket.prefix());
                    before.ifPresent(
                            page ->
                                    r.keyMarker(page.nextKeyMarker())
                                            .uploadIdMarker(page.nextUploadIdMarker()));
                });
    }

    boolean abort(String leftover) {
        int mark = leftover.indexOf(MARK);
        String key = bucket.prefix() + leftover.substring(0, mark);
        String upload = leftover.substring(mark + 1);
        try {
            client.abortMultipartUpload(r -> r.bucket(bucket.name()).key(key).uploadId(upload));
            return true;
        } catch (SdkException fault) {
            if (S3Faults.is(fault, S3Faults.NOT_FOUND) || S3Faults.isUnknown(fault)) return false;
            throw fault;
        }
    }
}
