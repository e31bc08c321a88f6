package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.BlobStore.Part;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

@DisplayName("A bucket with a shelf beside it")
class NearBlobsTest extends BlobStoreContract {
    private static final BlobName OBJECT = new BlobName("a/object");
    private static final BlobName OTHER = new BlobName("a/other");
    private static final BlobName PENDING = new BlobName("a/checkpoints/s/cp.pending");

    @TempDir Path folder;
    private final Relay relay = Relay.to(S3Server.here().address(), Relay.PLAIN);
    private final String prefix = UUID.randomUUID().toString();

    @Override
    protected BlobStore open() throws Failure {
        return near();
    }

    private NearBlobs near() throws Failure {
        return near(relay);
    }

    private NearBlobs near(Relay by) throws Failure {
        try {
            var shelf = new Shelf(SystemFiles.here().open(folder));
            var bucket = Places.place(prefix, by.address());
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
        assertThat(store.get(OTHER, 10)).isEmpty();
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
    void hasOnItsWayWhatIsExpected() throws Failure {
        byte[] all = stored(OBJECT, 21_000_000);
        byte[] more = stored(OTHER, 5_000_000);
        var random = new Random(5);
        var parts = parts(OBJECT, all.length, random);
        Collections.shuffle(parts, random);
        parts.addAll(parts(OTHER, more.length, random));
        relay.taken();
        try (var _ = store.expect(parts)) {
            for (int i = 0; i < 2 * parts.size(); i++) {
                // Most of them in order, some once more, and some that nobody has told of.
                var part = parts.get(i < parts.size() ? i : random.nextInt(parts.size()));
                byte[] whole = part.name().equals(OBJECT) ? all : more;
                assertThat(read(part)).isEqualTo(cut(whole, part));
                if (i % 20 == 0) {
                    var between = new Part(OBJECT, part.offset() / 2 + 1, part.length());
                    assertThat(read(between)).isEqualTo(cut(all, between));
                }
            }
        }
        assertThat(relay.taken()).as("pieces of 4 MiB").hasSizeLessThan(20);
        assertThat(read(parts.getFirst())).isEqualTo(cut(all, parts.getFirst()));
    }

    @Test
    void asksForWhatIsExpectedBeforeAnybodyElseDoes() throws Exception {
        byte[] all = stored(OBJECT, 9_000_000);
        var asked = new CountDownLatch(3);
        Relay.Way counting =
                (request, wire) -> {
                    if (request.target().endsWith(OBJECT.value())) asked.countDown();
                    Relay.PLAIN.carry(request, wire);
                };
        try (var counted = Relay.to(S3Server.here().address(), counting);
                var near = near(counted);
                var _ = near.expect(parts(OBJECT, all.length, new Random(6)))) {
            assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void tellsWhatIsWrongWithAnExpectedPart() throws Failure {
        var gone = new BlobName("a/gone");
        byte[] all = stored(OBJECT, 1000);
        var whole = new Part(OBJECT, 0, 500);
        var beyond = new Part(OBJECT, 600, 500);
        var missing = new Part(gone, 0, 10);
        try (var _ = store.expect(List.of(whole, beyond, missing))) {
            assertThatThrownBy(() -> read(beyond)).isInstanceOf(Failure.Damaged.class);
            assertThatThrownBy(() -> read(missing)).isInstanceOf(Failure.NotFound.class);
            assertThat(read(whole)).isEqualTo(cut(all, whole));
        }
    }

    @Test
    void asksAnewForAnExpectedPartThatWasDamaged() throws Failure {
        byte[] all = stored(OBJECT, 1000);
        var parts = List.of(new Part(OBJECT, 0, 500), new Part(OBJECT, 500, 500));
        try (var _ = store.expect(parts)) {
            read(parts.getFirst());
            relay.taken();
            assertThat(store.rangeAgain(OBJECT, 500, 500)).isEqualTo(cut(all, parts.getLast()));
            assertThat(relay.taken()).hasSize(1);
        }
    }

    private byte[] stored(BlobName name, int length) throws Failure {
        byte[] all = new byte[length];
        new Random(length).nextBytes(all);
        try (var upload = Places.open(prefix).upload(name)) {
            upload.write(all, 0, all.length);
            upload.commit();
        }
        return all;
    }

    /// An object cut into parts of any length up to one that a block may have.
    private static List<Part> parts(BlobName name, int length, Random random) {
        var parts = new ArrayList<Part>();
        for (int at = 0; at < length; ) {
            int next = Math.min(length - at, 1 + random.nextInt(1_200_000));
            parts.add(new Part(name, at, next));
            at += next;
        }
        return parts;
    }

    private byte[] read(Part part) throws Failure {
        return store.range(part.name(), part.offset(), part.length());
    }

    private static byte[] cut(byte[] all, Part part) {
        return Arrays.copyOfRange(all, (int) part.offset(), (int) part.offset() + part.length());
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
