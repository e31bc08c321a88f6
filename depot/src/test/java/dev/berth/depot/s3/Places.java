package dev.berth.depot.s3;

import dev.berth.failure.Failure;
import dev.berth.s3server.S3Server;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// Places in the test server's bucket, each for itself.
public final class Places {
    static final Identity WHO = new Identity(S3Server.environment());

    private Places() {}

    public static S3Blobs open(String prefix) throws Failure {
        return S3Blobs.open(place(prefix), WHO);
    }

    /// By way of something else, which may say nothing for a while.
    public static S3Blobs impatient(String prefix, URI address) throws Failure {
        return S3Blobs.open(place(prefix, address), WHO, Duration.ofSeconds(2));
    }

    public static Bucket place(String prefix) {
        return place(prefix, S3Server.here().address());
    }

    /// The same, reached by way of something else.
    public static Bucket place(String prefix, URI address) {
        return new Bucket(
                S3Server.BUCKET, prefix + "/", Optional.of(address), Optional.of(S3Server.REGION));
    }
}
