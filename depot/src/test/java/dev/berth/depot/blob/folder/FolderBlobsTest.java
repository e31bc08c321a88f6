package dev.berth.depot.blob.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.Need;
import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.BlobStoreContract;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

@DisplayName("Objects in a folder")
class FolderBlobsTest extends BlobStoreContract {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    @TempDir Path scratch;

    @Override
    protected BlobStore open() throws Failure {
        return FolderBlobs.open(SystemFiles.here(), scratch);
    }

    @Test
    void areNotMissingWhenTheirFolderWasRemoved() throws Exception {
        Path gone = Files.createDirectory(scratch.resolve("gone"));
        try (var blobs = FolderBlobs.open(SystemFiles.here(), gone)) {
            Files.delete(gone);
            assertThatThrownBy(() -> blobs.list("")).isInstanceOf(Failure.Unavailable.class);
        }
    }

    @Test
    void areNotMissingWhenAListingFails() throws Exception {
        store.put(new BlobName("a/b/c"), new byte[1]);
        var broken =
                new InterceptedFiles(
                        SystemFiles.here(),
                        new Interceptor() {
                            @Override
                            public <T> T call(Call call, Body<T> body) throws FileFault {
                                if (call.kind() == Call.Kind.LIST) {
                                    throw new FileFault(Errno.EIO, "getdents64", "a");
                                }
                                return body.run();
                            }
                        });
        try (var blobs = FolderBlobs.open(broken, scratch)) {
            assertThatThrownBy(() -> blobs.list("a/")).isInstanceOf(Failure.class);
        }
    }

    @Test
    void leaveATemporaryThatASweepKnows() throws Exception {
        var upload = store.upload(new BlobName("packs/aa/x"));
        upload.write(new byte[10], 0, 10);
        // As after a kill: never ended.
        assertThat(store.leftovers()).hasSize(1);
        assertThat(store.list("")).isEmpty();
        store.discard(store.leftovers().iterator().next());
        assertThat(store.leftovers()).isEmpty();
        upload.close();
        assertThat(store.list("")).isEmpty();
    }

    @Test
    void comeWholeWhereTheUploadWasTakenForLeftBehind() throws Exception {
        var name = new BlobName("packs/aa/x");
        var bytes = new byte[(2 << 20) + 5];
        new SplittableRandom(1).nextBytes(bytes);
        try (var upload = store.upload(name)) {
            upload.write(bytes, 0, 10);
            for (String leftover : store.leftovers()) store.discard(leftover);
            upload.write(bytes, 10, bytes.length - 10);
            upload.commit();
        }
        assertThat(store.get(name, bytes.length).orElseThrow()).isEqualTo(bytes);
        assertThat(store.leftovers()).isEmpty();
    }

    @Test
    void areUnavailableWhereTheyAreTakenAwayAgainAndAgain() throws Exception {
        var removing =
                new InterceptedFiles(
                        SystemFiles.here(),
                        new Interceptor() {
                            @Override
                            public <T> T call(Call call, Body<T> body) throws FileFault {
                                if (call.kind() == Call.Kind.RENAME_NEW) {
                                    throw new FileFault(Errno.ENOENT, "renameat2", "x");
                                }
                                return body.run();
                            }
                        });
        try (var blobs = FolderBlobs.open(removing, scratch);
                var upload = blobs.upload(new BlobName("packs/aa/x"))) {
            upload.write(new byte[10], 0, 10);
            assertThatThrownBy(upload::commit).isInstanceOf(Failure.Unavailable.class);
        }
    }

    @Test
    void areReadFromAFolderThatWasPutInPlaceOfTheOneSeen() throws Exception {
        store.put(new BlobName("packs/aa/x"), new byte[] {1});
        try (var reader = open()) {
            assertThat(reader.range(new BlobName("packs/aa/x"), 0, 1)).containsExactly(1);
            for (int i = 0; i < 3; i++) {
                Path folder = scratch.resolve("packs/aa");
                Files.move(folder, scratch.resolve("gone" + i));
                Files.createDirectory(folder);
                Files.write(folder.resolve("y" + i), new byte[] {2});
                assertThat(reader.range(new BlobName("packs/aa/y" + i), 0, 1)).containsExactly(2);
                assertThatThrownBy(() -> reader.range(new BlobName("packs/aa/z"), 0, 1))
                        .isInstanceOf(Failure.NotFound.class);
            }
            Files.move(scratch.resolve("packs"), scratch.resolve("all-gone"));
            assertThatThrownBy(() -> reader.range(new BlobName("packs/aa/z"), 0, 1))
                    .isInstanceOf(Failure.NotFound.class);
        }
    }

    /// As after a disk was mended from a copy.
    @Test
    void areReadAgainFromWhereTheyAreNow() throws Exception {
        var name = new BlobName("packs/aa/x");
        store.put(name, new byte[] {1});
        try (var reader = open()) {
            assertThat(reader.range(name, 0, 1)).containsExactly(1);
            Files.move(scratch.resolve("packs/aa"), scratch.resolve("damaged"));
            Files.createDirectory(scratch.resolve("packs/aa"));
            Files.write(scratch.resolve("packs/aa/x"), new byte[] {7});
            assertThat(reader.rangeAgain(name, 0, 1)).containsExactly(7);
            assertThat(reader.range(name, 0, 1)).containsExactly(7);
            long before = descriptors();
            for (int i = 0; i < 50; i++) reader.rangeAgain(name, 0, 1);
            assertThat(descriptors()).isEqualTo(before);
        }
    }

    @Test
    void stayReadableWhileTheyAreHeld() throws Exception {
        var name = new BlobName("packs/aa/x");
        store.put(name, new byte[] {1, 2, 3});
        try (var held = store.hold(name).orElseThrow()) {
            store.delete(name);
            assertThat(held.range(1, 2)).containsExactly(2, 3);
            assertThatThrownBy(() -> held.range(1, 3)).isInstanceOf(Failure.Damaged.class);
        }
        assertThatThrownBy(() -> store.hold(name)).isInstanceOf(Failure.NotFound.class);
    }

    @Test
    void areReadByManyThreadsWithFewFoldersOpen() throws Exception {
        Need.that(Files.isDirectory(DESCRIPTORS), "/proc, to count open files");
        for (int i = 0; i < 20; i++) store.put(new BlobName("packs/" + i + "/x"), new byte[1]);
        long before = descriptors();
        try (var reader = open()) {
            var wrong = new AtomicInteger();
            try (var threads = Executors.newFixedThreadPool(8)) {
                for (int thread = 0; thread < 8; thread++) {
                    threads.execute(
                            () -> {
                                try {
                                    for (int i = 0; i < 400; i++) {
                                        var name = new BlobName("packs/" + i % 20 + "/x");
                                        reader.range(name, 0, 1);
                                    }
                                } catch (Failure failure) {
                                    wrong.incrementAndGet();
                                }
                            });
                }
            }
            assertThat(wrong).hasValue(0);
            assertThat(descriptors() - before).isEqualTo(21);
        }
    }

    @Test
    void areReadFromManyFoldersWithFewOfThemOpen() throws Exception {
        Need.that(Files.isDirectory(DESCRIPTORS), "/proc, to count open files");
        for (int i = 0; i < 200; i++) store.put(new BlobName("packs/" + i + "/x"), new byte[1]);
        long before = descriptors();
        try (var reader = open()) {
            for (int time = 0; time < 3; time++) {
                for (int i = 0; i < 200; i++) {
                    assertThat(reader.range(new BlobName("packs/" + i + "/x"), 0, 1)).hasSize(1);
                    String absent = "packs/" + i + "/y";
                    assertThatThrownBy(() -> reader.range(new BlobName(absent), 0, 1))
                            .isInstanceOf(Failure.NotFound.class);
                }
            }
            assertThat(descriptors() - before).isBetween(2L, 40L);
        }
        assertThat(descriptors()).isEqualTo(before);
    }

    private static long descriptors() throws Exception {
        // One of them is this listing.
        try (var open = Files.list(DESCRIPTORS)) {
            return open.count();
        }
    }
}
