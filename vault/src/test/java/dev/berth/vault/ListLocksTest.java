package dev.berth.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.lock.HeartbeatRule;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

@Timeout(120)
@DisplayName("A list of the locks")
class ListLocksTest {
    @TempDir private Path temp;
    private Temporary place;

    @BeforeEach
    void make() throws Exception {
        place = Temporary.in(temp.toRealPath());
    }

    private ListLocks list(FileLayer files) {
        return ListLocks.of(
                place.on(files).locks(), InstantSource.system(), Temporary.HASTY.rule());
    }

    @Test
    void saysOfEachThatCannotBeReadWhy() throws Exception {
        Files.createDirectories(place.lock());
        var other = place.locks().path().resolve("b".repeat(64));
        Files.createDirectories(other.resolve("lock"));
        var refusing =
                new InterceptedFiles(
                        SystemFiles.here(),
                        new Interceptor() {
                            @Override
                            public <T> T call(Call call, Body<T> body) throws FileFault {
                                if (call.subject().equals(other.toString())) {
                                    throw new FileFault(Errno.EACCES, "open", call.subject());
                                }
                                return body.run();
                            }
                        });
        assertThat(list(refusing).all())
                .filteredOn(lock -> lock.problem().isPresent())
                .singleElement()
                .satisfies(
                        lock -> {
                            assertThat(lock.lock()).isEqualTo(other.resolve("lock"));
                            assertThat(lock.holder().liveness()).hasToString("UNTOLD");
                            assertThat(lock.problem().orElseThrow())
                                    .startsWith(other + ": permission denied");
                        });
        assertThat(list(refusing).all()).hasSize(2);
    }

    @Test
    void takesNobodyForGoneWhereTouchesDoNotShow() throws Exception {
        Files.createDirectories(place.lock());
        var frozen =
                new InterceptedFiles(
                        SystemFiles.here(),
                        new Interceptor() {
                            @Override
                            public <T> T call(Call call, Body<T> body) throws FileFault {
                                return body.run();
                            }

                            @Override
                            public void act(Call call, Action action) throws FileFault {
                                if (call.kind() != Call.Kind.SET_ATTRIBUTES) action.run();
                            }
                        });
        assertThat(list(frozen).of(place.path()).orElseThrow())
                .satisfies(
                        lock -> {
                            assertThat(lock.holder().liveness()).hasToString("UNTOLD");
                            assertThat(lock.problem().orElseThrow())
                                    .contains("keeps no modification times");
                        });
        assertThat(place.lockFolder().toFile().list()).containsExactly("lock");
    }

    @Test
    void saysWhenWhatAHolderLeftIsNoName() throws Exception {
        Files.createDirectories(place.lock());
        Files.writeString(place.lock().resolveSibling("lock.held-0123"), "torn");
        assertThat(list(SystemFiles.here()).all())
                .singleElement()
                .satisfies(
                        lock -> {
                            assertThat(lock.holder().liveness()).hasToString("GONE");
                            assertThat(lock.problem().orElseThrow())
                                    .contains("does not tell who that is");
                        });
    }

    @Test
    void givesNoStrangerTheNameOfOneOfOursWhoIsGone() throws Exception {
        var child = new ProcessBuilder("true").start();
        child.waitFor();
        try (var vault = place.open();
                var _ = vault.hold()) {
            Path badge;
            try (var beside = Files.list(place.lockFolder())) {
                badge =
                        beside.filter(path -> path.toString().contains("lock.held-"))
                                .findFirst()
                                .orElseThrow();
            }
            // What one of ours would have left that was killed before the stranger came.
            var left = Files.readString(badge).split("\0|\1", 2)[0];
            assertThat(list(SystemFiles.here()).all().getFirst().holder().pid())
                    .hasValue(ProcessHandle.current().pid());
            Files.writeString(
                    badge,
                    left.replace(
                            "\"pid\": " + ProcessHandle.current().pid(),
                            "\"pid\": " + child.pid()));
            assertThat(Files.readString(badge)).contains("\"pid\": " + child.pid());
            var patient = new HeartbeatRule(Duration.ofMillis(100), Duration.ofMinutes(1));
            var list = ListLocks.of(place.locks(), InstantSource.system(), patient);
            assertThat(list.all().getFirst().holder())
                    .satisfies(
                            holder -> {
                                assertThat(holder.liveness()).hasToString("ALIVE");
                                assertThat(holder.pid()).isEmpty();
                            });
        }
    }
}
