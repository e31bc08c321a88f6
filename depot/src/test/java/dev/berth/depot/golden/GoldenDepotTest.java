package dev.berth.depot.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/// Depots that were written by the first version of the format, read by every later one.
@DisplayName("A depot of version 1")
class GoldenDepotTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/depot-v1");

    @TempDir Path scratch;

    @ParameterizedTest(name = "{0}")
    @EnumSource(Depot.Kind.class)
    void comesBack(Depot.Kind kind) throws Exception {
        var files = SystemFiles.here();
        var random = new SecureRandom();
        var tools = new Tools(files, Clock.systemUTC(), random, 1);
        Optional<KeyService> key =
                kind == Depot.Kind.CLEAR
                        ? Optional.empty()
                        : Optional.of(MasterKey.parse(MakeGolden.KEY, "the test", random));
        Path back = scratch.resolve("back");
        var store = FolderBlobs.open(files, GOLDEN.resolve(kind.name()));
        try (var depot = Depot.open(store, key, tools)) {
            var tenant = depot.tenant(new SessionId("default"));
            var checkpoint = tenant.find("golden");
            var receipt =
                    tenant.restoring(checkpoint)
                            .restore(checkpoint, back, RestoreCheckpoint.Wish.ALL, Progress.NONE);
            assertThat(receipt.missing()).isEmpty();
            assertThat(checkpoint.trees().getFirst().files()).isEqualTo(3);
        }
        Path fresh = scratch.resolve("fresh");
        MakeGolden.lay(fresh);
        for (String name : new String[] {"hello.txt", "sub/nothing", "sub/large"}) {
            assertThat(Files.mismatch(back.resolve(name), fresh.resolve(name))).isEqualTo(-1);
            assertThat(Files.getLastModifiedTime(back.resolve(name)).toInstant())
                    .isEqualTo(Instant.ofEpochSecond(1_234_567_890, 123_456_789));
        }
        assertThat(Files.readSymbolicLink(back.resolve("sub/link")))
                .isEqualTo(Path.of("../hello.txt"));
        assertThat(back.resolve("sub/empty")).isEmptyDirectory();
    }
}
