package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.RandomAccessFile;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

@DisplayName("A file that is not downloaded")
class VaultNotHereTest extends VaultFixture {
    @Test
    void isNotReadThroughWhenItIsAPlaceholder() throws Exception {
        try (var file = new RandomAccessFile(place.path().resolve("far.md").toFile(), "rw")) {
            file.setLength(100_000);
        }
        try (var vault = place.open()) {
            isReported(() -> vault.hash(at("far.md")));
            isReported(() -> vault.write(at("far.md"), bytes("x"), content("y")));
        }
    }

    @Test
    void isNotWaitedForWhenItStalls() throws Exception {
        place.put("far.md", "somewhere");
        var forever = new CountDownLatch(1);
        var stalling =
                new InterceptedFiles(
                        SystemFiles.here(), before(Call.Kind.READ, "far.md", forever::await));
        var impatient = Temporary.HASTY.withPatience(Duration.ofMillis(300));
        try (var vault =
                Vault.open(
                        place.path(),
                        place.on(stalling).locks(),
                        InstantSource.system(),
                        impatient)) {
            isReported(() -> vault.hash(at("far.md")));
            isReported(() -> vault.read(at("far.md")));
            isReported(() -> vault.write(at("far.md"), bytes("x"), content("y")));
        } finally {
            forever.countDown();
        }
        assertThat(place.text("far.md")).isEqualTo("somewhere");
    }

    private void isReported(Callable<?> reading) {
        assertThatThrownBy(reading::call)
                .isInstanceOf(Failure.Unavailable.class)
                .hasMessageContaining("far.md: not downloaded")
                .satisfies(
                        failure ->
                                assertThat(((Failure) failure).advice())
                                        .contains("Available offline"));
    }
}
