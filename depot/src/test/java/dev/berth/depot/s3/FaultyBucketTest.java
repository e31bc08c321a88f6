package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.BlobStoreContract;
import dev.berth.failure.Failure;
import dev.berth.s3server.Fault;
import dev.berth.s3server.Faults;
import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;

import java.util.EnumSet;
import java.util.List;
import java.util.UUID;

@DisplayName("Objects in a bucket, one in five requests to which goes wrong")
class FaultyBucketTest extends BlobStoreContract {
    private static final long SEED = 20261116;
    private static final List<Fault> KINDS =
            // Parts are verified by whoever reads them, and here nobody does.
            List.copyOf(EnumSet.complementOf(EnumSet.of(Fault.STALL, Fault.FLIPPED_RANGE)));

    private final Relay relay = Relay.to(S3Server.here().address(), new Faults(SEED, 0.2, KINDS));

    @Override
    protected BlobStore open() throws Failure {
        var bucket = Places.place(UUID.randomUUID().toString(), relay.address());
        return S3Blobs.open(bucket, Places.WHO);
    }

    @AfterEach
    void hangUp() {
        relay.close();
    }
}
