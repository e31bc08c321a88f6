package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.BlobStoreContract;
import dev.berth.durable.FileFault;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;

@DisplayName("A bucket with a shelf beside it")
class NearBlobsTest extends BlobStoreContract {
    private static final BlobName OBJECT = new BlobName("a/object");
    private static final BlobName PENDING = new BlobName("a/checkpoints/s/cp.pending");

    @TempDir Path folder;
    private final Relay relay = Relay.to(S3Server.here().address(), Relay.PLAIN);
    private final String prefix = UUID.randomUUID().toString();

    @Override
    protected BlobStore open() throws Failure {
        return near();
    }

    private NearBlobs near() throws Failure {
        try {
            var shelf = new Shelf(SystemFiles.here().open(folder));
            var bucket = Places.place(prefix, relay.address());
            return new NearBlobs(S3Blobs.open(bucket, Places.WHO), shelf, "a/");
        } catch (FileFault fault) {
            throw fault.asFailure("the shelf");
        }
    }

    @AfterEach
    void hangUp() {
        relay.close();
    }

    @Test
    void asksOnceForAllItsFolders() throws Failure {
        Places.open(prefix).put(OBJECT, bytes("one"));
        assertThat(store.list("a/")).hasSize(1);
        assertThat(store.list("a/b/")).isEmpty();
        assertThat(store.size(OBJECT)).hasValue(3);
        assertThat(store.get(new BlobName("a/other"), 10)).isEmpty();
        assertThat(relay.taken()).hasSize(1);
    }

    @Test
    void asksAnewOnceItHasChangedSomething() throws Failure {
        assertThat(store.list("a/")).isEmpty();
        store.put(new BlobName("a/mine"), bytes("mine"));
        Places.open(prefix).put(OBJECT, bytes("theirs"));
        assertThat(store.list("a/")).hasSize(2);
        assertThat(store.get(OBJECT, 10)).isPresent();
    }

    @Test
    void seesItsOwnUploadAtOnce() throws Failure {
        try (var upload = store.upload(OBJECT)) {
            upload.write(bytes("whole"), 0, 5);
            assertThat(store.list("a/")).isEmpty();
            assertThat(store.size(OBJECT)).isEmpty();
            upload.commit();
        }
        assertThat(store.size(OBJECT)).hasValue(5);
        assertThat(store.list("a/")).hasSize(1);
    }

    @Test
    void keepsWhatItHasHadUntilThatChanges() throws Failure {
        Places.open(prefix).put(OBJECT, bytes("one"));
        for (var content : new String[] {"one", "one", "two", "two"}) {
            if (content.equals("two")) Places.open(prefix).put(OBJECT, bytes("two"));
            try (var again = near()) {
                again.list("a/");
                assertThat(again.get(OBJECT, 10))
                        .hasValueSatisfying(b -> assertThat(b).isEqualTo(bytes(content)));
            }
        }
        assertThat(relay.taken()).filteredOn(r -> r.contains("/a/object")).hasSize(2);
    }

    @Test
    void believesNothingOnItsShelfThatIsNotWhatItWas() throws Exception {
        Places.open(prefix).put(OBJECT, bytes("a long enough text"));
        assertThat(store.rangeToKeep(OBJECT, 2, 4)).isEqualTo(bytes("long"));
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length - 1] ^= 1;
                Files.write(file, bytes);
            }
        }
        try (var again = near()) {
            assertThat(again.rangeToKeep(OBJECT, 2, 4)).isEqualTo(bytes("long"));
        }
    }

    @Test
    void keepsPartsThatNeverChange() throws Failure {
        Places.open(prefix).put(OBJECT, bytes("a long enough text"));
        store.list("a/");
        store.rangeToKeep(OBJECT, 0, 1);
        relay.taken();
        try (var again = near()) {
            assertThat(again.rangeToKeep(OBJECT, 7, 6)).isEqualTo(bytes("enough"));
            assertThat(relay.taken()).isEmpty();
            assertThat(again.rangeAgain(OBJECT, 7, 6)).isEqualTo(bytes("enough"));
            assertThat(relay.taken()).hasSize(1);
        }
    }

    @Test
    void looksAgainWhenItMissesWhatItHasSeen() throws Failure {
        var far = Places.open(prefix);
        far.put(OBJECT, bytes("one"));
        assertThat(store.list("a/")).hasSize(1);
        far.delete(OBJECT);
        assertThatThrownBy(() -> store.range(OBJECT, 0, 1)).isInstanceOf(Failure.NotFound.class);
        assertThat(store.list("a/")).isEmpty();
    }

    @Test
    void asksForItsFirstListingBeforeAnybodyNeedsIt() throws Failure {
        Places.open(prefix).put(OBJECT, bytes("one"));
        try (var hastened = near().hastened()) {
            assertThat(hastened.get(new BlobName("elsewhere"), 10)).isEmpty();
            assertThat(hastened.list("a/")).hasSize(1);
            assertThat(hastened.size(OBJECT)).hasValue(3);
        }
        assertThat(relay.taken()).filteredOn(r -> r.contains("list-type")).hasSize(1);
    }

    @Test
    void looksAtDoomsAnewAfterEachOfItsCheckpoints() throws Failure {
        var other = Places.open(prefix);
        store.list("a/");
        store.put(PENDING, bytes("pending"));
        assertThat(store.list("a/dooms/")).isEmpty();
        other.put(new BlobName("a/dooms/one"), bytes("doom"));
        store.put(new BlobName("a/checkpoints/s/cp"), bytes("final"));
        assertThat(store.list("a/dooms/")).hasSize(1);
        assertThat(store.list("a/checkpoints/")).hasSize(2);
    }

    @Test
    void seesNothingOfWhatItHasTakenAwayItself() throws Failure {
        try (var mine = near()) {
            mine.put(PENDING, bytes("pending"));
            mine.put(OBJECT, bytes("object"));
            assertThat(mine.delete(PENDING)).isTrue();
            assertThat(mine.get(PENDING, 10)).isEmpty();
            assertThat(mine.size(PENDING)).isEmpty();
            assertThat(mine.list("a/checkpoints/")).isEmpty();
            mine.put(PENDING, bytes("again"));
            assertThat(mine.delete(OBJECT)).isTrue();
            assertThat(mine.get(PENDING, 10)).isPresent();
        }
        assertThat(Places.open(prefix).list("a/")).hasSize(1);
    }

    @Test
    void readsAheadAndHandsOutWhatIsThere() throws Failure {
        byte[] all = new byte[21_000_000];
        new Random(3).nextBytes(all);
        try (var upload = Places.open(prefix).upload(OBJECT)) {
            upload.write(all, 0, all.length);
            upload.commit();
        }
        store.list("a/");
        relay.taken();
        var random = new Random(4);
        int at = 0;
        while (at < all.length) {
            int length = Math.min(all.length - at, 1 + random.nextInt(700_000));
            assertThat(store.range(OBJECT, at, length))
                    .isEqualTo(Arrays.copyOfRange(all, at, at + length));
            at += length;
        }
        assertThat(relay.taken()).as("larger pieces than were asked for").hasSizeLessThan(20);
        for (int i = 0; i < 40; i++) {
            int from = random.nextInt(all.length - 1);
            int length = 1 + random.nextInt(Math.min(3_000_000, all.length - from));
            assertThat(store.range(OBJECT, from, length))
                    .isEqualTo(Arrays.copyOfRange(all, from, from + length));
        }
        assertThatThrownBy(() -> store.range(OBJECT, all.length - 1, 2))
                .isInstanceOf(Failure.Damaged.class);
    }

    @Test
    void readsOnePartWhereOneIsWanted() throws Failure {
        Places.open(prefix).put(OBJECT, new byte[3_000_000]);
        store.list("a/");
        relay.taken();
        store.range(OBJECT, 1_000_000, 10);
        assertThat(relay.taken()).hasSize(1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
