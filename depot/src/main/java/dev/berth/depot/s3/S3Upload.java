package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore.Upload;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// An object that goes up in parts, some of them at once; a small one goes as a whole at its end.
final class S3Upload implements Upload {
    private static final int AT_ONCE = 3;
    private static final byte[] NONE = {};

    private final S3Client client;
    private final Bucket bucket;
    private final BlobName name;
    private final Puts puts;
    private final Lanes lanes;
    private final String mark = Marks.next();
    private final List<Future<CompletedPart>> parts = new ArrayList<>();
    private byte[] buffer = new byte[1 << 16];
    private int filled;
    private long written;
    private @Nullable Future<String> upload;
    private boolean ended;

    S3Upload(S3Client client, Bucket bucket, BlobName name, Puts puts, Lanes lanes) {
        this.client = client;
        this.bucket = bucket;
        this.name = name;
        this.puts = puts;
        this.lanes = lanes;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws Failure {
        int done = 0;
        while (done < length) {
            if (filled == Lanes.PART) send();
            if (buffer.length == 0) buffer = lanes.room();
            int piece = Math.min(length - done, Lanes.PART - filled);
            if (filled + piece > buffer.length) {
                buffer =
                        Arrays.copyOf(
                                buffer,
                                Math.min(Lanes.PART, Math.max(2 * buffer.length, filled + piece)));
            }
            System.arraycopy(bytes, offset + done, buffer, filled, piece);
            filled += piece;
            done += piece;
        }
        written += length;
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public void commit() throws Failure {
        try {
            if (upload == null) {
                puts.put(name, Arrays.copyOf(buffer, filled));
            } else {
                if (filled > 0) send();
                complete(of(upload));
            }
            ended = true;
        } catch (SdkException fault) {
            throw S3Faults.failure(fault, bucket);
        } catch (UncheckedIOException broken) {
            throw S3Faults.broken(broken, bucket);
        }
    }

    private void send() throws Failure {
        try {
            if (upload == null) upload = lanes.submit(this::begin);
            if (parts.size() >= AT_ONCE) of(parts.get(parts.size() - AT_ONCE));
            int number = parts.size() + 1;
            byte[] part = buffer;
            int length = filled;
            var id = upload;
            parts.add(lanes.submit(() -> sent(of(id), number, part, length)));
            buffer = NONE;
            filled = 0;
        } catch (SdkException fault) {
            throw S3Faults.failure(fault, bucket);
        } catch (UncheckedIOException broken) {
            throw S3Faults.broken(broken, bucket);
        }
    }

    private String begin() {
        return client.createMultipartUpload(
                        r ->
                                r.bucket(bucket.name())
                                        .key(bucket.key(name))
                                        .metadata(Map.of(Marks.PUT, mark)))
                .uploadId();
    }

    private CompletedPart sent(String id, int number, byte[] part, int length) {
        var answer =
                client.uploadPart(
                        r ->
                                r.bucket(bucket.name())
                                        .key(bucket.key(name))
                                        .uploadId(id)
                                        .partNumber(number)
                                        .contentMD5(Marks.md5(part, length)),
                        Puts.body(part, length));
        lanes.giveBack(part);
        return CompletedPart.builder().partNumber(number).eTag(answer.eTag()).build();
    }

    private void complete(String id) throws Failure {
        var all = new ArrayList<CompletedPart>();
        for (var part : parts) all.add(of(part));
        try {
            client.completeMultipartUpload(
                    r ->
                            r.bucket(bucket.name())
                                    .key(bucket.key(name))
                                    .uploadId(id)
                                    .multipartUpload(m -> m.parts(all)));
        } catch (SdkException fault) {
            // Done before, and the answer was lost.
            if (!S3Faults.is(fault, S3Faults.NOT_FOUND) || !isThere()) throw fault;
        }
    }

    private boolean isThere() {
        return new Gets(client, bucket)
                .head(name)
                .filter(head -> head.contentLength() == written)
                .filter(head -> mark.equals(head.metadata().get(Marks.PUT)))
                .isPresent();
    }

    private static <T> T of(Future<T> answer) throws Failure {
        try {
            return answer.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted", "start it again").because(interrupted);
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof SdkException fault) throw fault;
            if (thrown.getCause() instanceof UncheckedIOException broken) throw broken;
            if (thrown.getCause() instanceof Failure failure) throw failure;
            throw new IllegalStateException(thrown);
        }
    }

    /// What was begun and not ended is aborted; should that fail, it is among the leftovers.
    @Override
    public void close() {
        if (ended || upload == null) return;
        for (var part : parts) {
            try {
                part.get();
            } catch (ExecutionException failed) {
                // It never arrived.
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        try {
            String id = of(upload);
            client.abortMultipartUpload(
                    r -> r.bucket(bucket.name()).key(bucket.key(name)).uploadId(id));
        } catch (SdkException | UncheckedIOException | Failure left) {
            // A later collect discards it.
        }
        ended = true;
    }
}
