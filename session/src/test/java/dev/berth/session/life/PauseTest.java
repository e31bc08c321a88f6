package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

@DisplayName("The pause for a checkpoint")
class PauseTest {
    private static final int LARGE = 8 << 20;

    @TempDir Path folder;

    @Test
    void comesWhenWhatCanBeStoredIsStored() throws Exception {
        try (var catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC())) {
            var machine = new Machine(folder, new Node("a", "r"), catalog, Machine.RULES);
            var key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            machine.turn(key, "say hi");
            byte[] noise = new byte[LARGE];
            new Random(1).nextBytes(noise);
            var tree = machine.tree(machine.sessions.find(key));
            Files.write(tree.resolve("workspace/large"), noise);
            long before = stored();
            var paused = new AtomicLong();
            machine.runner.of(Samples.TENANT).pausing =
                    () -> {
                        paused.set(stored());
                        write(tree.resolve("workspace/late"), "written at the last moment");
                    };
            var point = machine.sessions.checkpoint(key).row();
            assertThat(paused.get() - before).as("stored before").isGreaterThan(LARGE);
            assertThat(stored() - paused.get()).as("stored in the pause").isLessThan(LARGE / 100);
            machine.sessions.suspend(key);
            machine.sessions.rewind(key, point.id().value());
            machine.sessions.resume(key);
            var back = machine.tree(machine.sessions.find(key)).resolve("workspace");
            assertThat(back.resolve("large")).hasBinaryContent(noise);
            assertThat(back.resolve("late")).hasContent("written at the last moment");
            machine.sessions.close();
        }
    }

    private long stored() {
        try (var all = Files.walk(folder.resolve("depot"))) {
            return all.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
