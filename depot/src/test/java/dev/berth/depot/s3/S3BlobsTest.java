package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.BlobStoreContract;
import dev.berth.failure.Failure;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

@DisplayName("Objects in a bucket")
class S3BlobsTest extends BlobStoreContract {
    private static final BlobName LARGE = new BlobName("packs/large");

    @Override
    protected BlobStore open() throws Failure {
        return Places.open(UUID.randomUUID().toString());
    }

    @Test
    void comeBackWhenTheyWentUpInParts() throws Failure {
        byte[] bytes = new byte[21_000_000];
        new Random(7).nextBytes(bytes);
        try (var upload = store.upload(LARGE)) {
            for (int at = 0; at < bytes.length; at += 1_000_000) upload.write(bytes, at, 1_000_000);
            assertThat(store.size(LARGE)).as("before its end").isEmpty();
            assertThat(begun()).hasSize(1);
            upload.commit();
        }
        assertThat(store.get(LARGE, bytes.length))
                .hasValueSatisfying(back -> assertThat(back).isEqualTo(bytes));
        assertThat(store.range(LARGE, 20_999_999, 1)).containsExactly(bytes[20_999_999]);
        assertThat(store.leftovers()).isEmpty();
    }

    /// An upload begins beside its writer.
    private Set<String> begun() throws Failure {
        var begun = store.leftovers();
        while (begun.isEmpty()) begun = store.leftovers();
        return begun;
    }

    @Test
    void areForgottenWhenTheirPartsAreGivenUp() throws Failure {
        try (var upload = store.upload(LARGE)) {
            upload.write(new byte[9_000_000], 0, 9_000_000);
        }
        assertThat(store.list("")).isEmpty();
        assertThat(store.leftovers()).isEmpty();
    }

    @Test
    void ofAnUploadThatDiedAreDiscarded() throws Failure {
        var upload = store.upload(LARGE);
        upload.write(new byte[17_000_000], 0, 17_000_000);
        assertThat(begun()).singleElement().asString().startsWith("packs/large");
        discardAll();
        assertThatThrownBy(upload::commit).isInstanceOf(Failure.class);
        assertThat(store.list("")).isEmpty();
        upload.close();
    }

    /// A part that was on its way meanwhile may bring an upload back: whoever clears comes again.
    private void discardAll() throws Failure {
        var left = store.leftovers();
        for (int i = 0; i < 1_000 && !left.isEmpty(); i++) {
            for (String leftover : left) store.discard(leftover);
            left = store.leftovers();
        }
        assertThat(left).isEmpty();
    }

    @Test
    void areHandedOutAsTheyLieThereSoThatWhoeverOpensThemFindsTheDamage() throws Exception {
        var name = new BlobName("index/altered");
        store.put(name, "what was put".getBytes(StandardCharsets.UTF_8));
        byte[] altered = "what was cut".getBytes(StandardCharsets.UTF_8);
        alter("index/altered", altered);
        assertThat(store.get(name, 100))
                .hasValueSatisfying(back -> assertThat(back).isEqualTo(altered));
        assertThat(store.range(name, 0, altered.length)).isEqualTo(altered);
    }

    /// In place, where the server keeps it: what it knows of the object stays.
    private static void alter(String key, byte[] bytes) throws IOException {
        List<Path> found;
        try (var all = Files.walk(S3Server.here().data())) {
            found = all.filter(each -> each.endsWith(key)).toList();
        }
        assertThat(found).isNotEmpty();
        for (var each : found) Files.write(each, bytes, StandardOpenOption.WRITE);
    }

    @Test
    void areListedOverManyPages() throws Failure {
        for (int i = 0; i < 1_005; i++) store.put(new BlobName("many/" + i), new byte[0]);
        assertThat(store.list("many/")).hasSize(1_005);
    }

    @Test
    void areKeptByAStoreThatShowsWhatItCanDo() throws Failure {
        try (var blobs = Places.open("probing")) {
            assertThat(blobs.abilities()).isEqualTo(new Abilities(true, true, true, true));
            assertThat(blobs.list("")).isEmpty();
            assertThat(blobs.leftovers()).isEmpty();
        }
    }

    @Test
    void areNotAbsentBecauseTheirBucketIs() throws Failure {
        var address = Optional.of(S3Server.here().address());
        var none = new Bucket("no-such-bucket", "", address, Optional.of("us-east-1"));
        try (var blobs = S3Blobs.open(none, Places.WHO)) {
            assertThatThrownBy(() -> blobs.get(LARGE, 10))
                    .isInstanceOf(Failure.NotFound.class)
                    .hasMessageContaining("no-such-bucket");
            assertThatThrownBy(() -> blobs.list("")).isInstanceOf(Failure.NotFound.class);
            assertThatThrownBy(() -> blobs.put(LARGE, new byte[1]))
                    .isInstanceOf(Failure.NotFound.class);
        }
    }

    @Test
    void areUnavailableWhereNobodyListens() throws Failure {
        var nobody = Places.place("x", URI.create("http://127.0.0.1:1"));
        try (var blobs = S3Blobs.open(nobody, Places.WHO)) {
            assertThatThrownBy(() -> blobs.get(LARGE, 10)).isInstanceOf(Failure.Unavailable.class);
        }
    }

    @Test
    void areSoonUnavailableWhereNobodyEverAnswers() throws Exception {
        var callers = new CopyOnWriteArrayList<Socket>();
        try (var mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> hear(mute, callers));
            var place = Places.place("x", URI.create("http://127.0.0.1:" + mute.getLocalPort()));
            try (var blobs = S3Blobs.open(place, Places.WHO, Duration.ofMillis(300))) {
                assertThatThrownBy(() -> blobs.get(LARGE, 10))
                        .isInstanceOf(Failure.Unavailable.class)
                        .hasMessageContaining("does not answer");
            }
            assertThat(callers).hasSize(3);
        }
    }

    /// Takes calls until it is closed, and never says a word.
    private static void hear(ServerSocket mute, List<Socket> callers) {
        try {
            while (true) callers.add(mute.accept());
        } catch (IOException closed) {
            assertThat(mute.isClosed()).isTrue();
        }
    }
}
