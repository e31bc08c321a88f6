package dev.berth.durable;

import static dev.berth.durable.FullFileSystemTest.unavailable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.linux.LinuxFiles;
import dev.berth.durable.lock.DirectoryLock;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.OwnerRule;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// A lock on a real file system with no room: whoever wants it is told, and leaves nothing; whoever
/// has it is told, keeps the old file, and can let go.
@EnabledOnOs(OS.LINUX)
class FullFileSystemLockTest {
    private static final Name STATE = Name.of("state");
    private static final Name LOCK = Name.of("lock");
    private static final byte[] OLD = "old".repeat(1000).getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = new byte[20_000];
    // Nobody falls silent here, however slow the machine is.
    private static final HeartbeatRule RULE =
            new HeartbeatRule(Duration.ofSeconds(60), Duration.ofSeconds(120));

    private final LinuxFiles files = new LinuxFiles();
    @TempDir private Path temporary;
    private Path point;

    @BeforeEach
    void needsRoot() throws Exception {
        Mount.needed(temporary);
        point = Files.createDirectory(temporary.resolve("mounted"));
    }

    @ParameterizedTest
    @CsvSource({
        "TMPFS_OF_BYTES, owner",
        "TMPFS_OF_BYTES, heartbeat",
        "TMPFS_OF_BYTES, keeping",
        "TMPFS_OF_NAMES, owner",
        "TMPFS_OF_NAMES, heartbeat",
        "TMPFS_OF_NAMES, keeping",
        "EXT4_OF_BYTES, owner",
        "EXT4_OF_BYTES, heartbeat",
        "EXT4_OF_BYTES, keeping"
    })
    void tellsEverybody(Full full, String rule) throws Exception {
        try (var _ = full.mount(temporary.resolve("image"), point);
                var folder = files.open(point)) {
            AtomicFile.write(folder, STATE, OLD);
            full.fill(folder);
            cannotBeTaken(folder, rule);
            full.free(folder);
            try (var lock = lock(rule, folder);
                    var held = lock.acquire(Duration.ZERO)) {
                full.fill(folder);
                cannotBeWrittenUnder(folder, held);
            }
            assertThat(left(folder)).containsExactly("state");
            full.free(folder);
            try (var lock = lock(rule, folder);
                    var held = lock.acquire(Duration.ZERO)) {
                held.write(folder, STATE, NEW, 0600);
            }
            assertThat(AtomicFile.read(folder, STATE, NEW.length)).isEqualTo(NEW);
            assertThat(left(folder)).containsExactly("state");
        }
    }

    private void cannotBeTaken(Folder folder, String rule) throws Exception {
        long open = RealFolderContract.openDescriptors(point);
        try (var lock = lock(rule, folder)) {
            for (int i = 0; i < 3; i++) {
                unavailable(Errno.ENOSPC, () -> lock.acquire(Duration.ZERO).close());
                assertThat(lock.inspect()).isEmpty();
            }
        }
        assertThat(left(folder)).containsExactly("state");
        assertThat(RealFolderContract.openDescriptors(point)).isEqualTo(open);
    }

    private void cannotBeWrittenUnder(Folder folder, Held held) throws Exception {
        long open = RealFolderContract.openDescriptors(point);
        for (int i = 0; i < 3; i++) {
            unavailable(Errno.ENOSPC, () -> held.write(folder, STATE, NEW, 0600));
            unavailable(Errno.ENOSPC, () -> held.create(folder, Name.of("new"), NEW, 0600));
            held.check();
        }
        assertThat(AtomicFile.read(folder, STATE, 10_000)).isEqualTo(OLD);
        assertThat(folder.list()).noneMatch(entry -> AtomicFile.isTemporary(entry.name()));
        assertThat(RealFolderContract.openDescriptors(point)).isEqualTo(open);
    }

    private DirectoryLock lock(String rule, Folder folder) throws Failure {
        var world = World.of(files, InstantSource.system());
        return switch (rule) {
            case "owner" -> DirectoryLock.owner(folder, LOCK, OwnerRule.USUAL, world);
            case "heartbeat" -> DirectoryLock.heartbeat(folder, LOCK, folder, RULE, world);
            case "keeping" -> DirectoryLock.keepingHeartbeat(folder, LOCK, folder, RULE, world);
            default -> throw new IllegalArgumentException(rule);
        };
    }

    /// Everything but what the file system was filled with, and its own.
    private static List<String> left(Folder folder) throws FileFault {
        return folder.list().stream()
                .map(Folder.Entry::name)
                .filter(name -> !Full.isFiller(name) && !name.equals(Name.of("lost+found")))
                .map(Name::toString)
                .sorted()
                .toList();
    }
}
