package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.linux.LinuxFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/// A walk while somebody swaps folders for links to a place outside, as fast as they can.
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class RacingWalkTest {
    @TempDir private Path temporary;

    @Test
    void neverLeavesTheTreeWhateverIsSwappedIn() throws Exception {
        var outside = Files.createDirectories(temporary.resolve("outside/sub"));
        Files.writeString(outside.resolve("secret"), "x");
        var tree = Files.createDirectories(temporary.resolve("tree"));
        for (int i = 0; i < 5; i++) {
            Files.createDirectories(tree.resolve("swap-" + i + "/sub"));
            Files.writeString(tree.resolve("swap-" + i + "/sub/own"), "x");
        }
        var stop = new AtomicBoolean();
        var swapper = Thread.ofPlatform().start(() -> swapUntil(stop, tree));
        long whole = 0;
        long vanished = 0;
        try (var root = new LinuxFiles().open(tree)) {
            // Until both have often been seen: a walk that found a folder, one that lost it.
            for (int walks = 0; whole < 300 || vanished < 30; walks++) {
                assertThat(walks).as("walks, and still not both seen").isLessThan(200_000);
                var guard = new Guard();
                vanished += Walk.below(root, guard).vanished();
                whole += guard.own;
            }
        } finally {
            stop.set(true);
            swapper.join();
        }
    }

    private static void swapUntil(AtomicBoolean stop, Path tree) {
        try (var root = new LinuxFiles().open(tree)) {
            for (int i = 0; !stop.get(); i = (i + 1) % 5) {
                var name = Name.of("swap-" + i);
                var away = Name.of("away-" + i);
                root.rename(name, root, away);
                root.symlink(name, Name.Target.of("../outside"));
                root.unlink(name);
                root.rename(away, root, name);
            }
        } catch (FileFault fault) {
            throw new AssertionError(fault);
        }
    }

    private static final class Guard implements Walk.Visitor<FileFault> {
        long own;

        @Override
        public void entry(Found entry, Folder in) throws FileFault {
            assertThat(entry.name()).isNotEqualTo(Name.of("secret"));
            if (!entry.stat().isFile()) return;
            try (var file = in.read(entry.name())) {
                assertThat(file.readAll(10)).hasSize(1);
                own++;
            }
        }

        @Override
        public void unreadable(Found folder, FileFault why) throws FileFault {
            throw why;
        }
    }
}
