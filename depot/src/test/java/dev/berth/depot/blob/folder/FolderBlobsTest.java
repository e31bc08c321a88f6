package dev.berth.depot.blob.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

@DisplayName("Objects in a folder")
class FolderBlobsTest extends BlobStoreContract {
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
        assertThatThrownBy(upload::commit).isInstanceOf(Failure.class);
        upload.close();
    }
}
