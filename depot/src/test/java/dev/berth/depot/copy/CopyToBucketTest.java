package dev.berth.depot.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.s3.Places;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;
import dev.berth.s3server.Fault;
import dev.berth.s3server.Faults;
import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

@DisplayName("A copy to a bucket and back")
class CopyToBucketTest {
    private static final long SEED = 815;

    private final String place = UUID.randomUUID().toString();
    private final Workbench source = Workbench.create(new MemoryBlobs(), true);
    private final CopyFixture kept = new CopyFixture(source);

    CopyToBucketTest() throws Failure {
        for (int i = 0; i < 5; i++) {
            var files = Workbench.files(SEED + i % 3, 12, 300_000);
            files.put("d1/turn", new byte[] {(byte) i});
            kept.keep("s" + i % 2, files);
        }
    }

    @Test
    void holdsTheSame() throws Failure {
        try (var store = Places.open(place)) {
            requireThereAndBack(store);
        }
    }

    @Test
    void holdsTheSameWhenOneRequestInTenGoesWrong() throws Failure {
        var faults = new Faults(SEED, 0.1, List.of(Fault.values()));
        try (var relay = Relay.to(S3Server.here().address(), faults);
                var store = Places.impatient(place, relay.address())) {
            requireThereAndBack(store);
            assertThat(faults.struck()).as("faults, seed %d", SEED).isGreaterThan(5);
        }
        try (var honest = Places.open(place)) {
            assertThat(honest.list("default/checkpoints/")).hasSize(5);
        }
    }

    private void requireThereAndBack(BlobStore store) throws Failure {
        var target = Workbench.create(store, true);
        assertThat(kept.copyTo(target).brought()).hasSize(5);
        kept.requireAllAt(target);
        var back = Workbench.create(new MemoryBlobs(), true);
        CopyFixture.copy(target, back, 8, Optional.empty());
        kept.requireAllAt(back);
        assertThat(kept.copyTo(target).there()).isEqualTo(5);
    }
}
