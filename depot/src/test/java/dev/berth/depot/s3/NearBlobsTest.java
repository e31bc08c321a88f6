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
import java.util.UUID;

@DisplayName("A bucket with a shelf beside it")
class NearBlobsTest extends BlobStoreContract {
    private static final BlobName OBJECT = new BlobName("a/object");

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

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
