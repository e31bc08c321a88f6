package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.lock.Processes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class StageTest {
    // Above the largest number that Linux gives.
    private static final long NOBODY = 1L << 40;

    private final StageName mine = StageName.mine(Processes.here(SystemFiles.here()));

    @TempDir private Path folder;

    @Test
    void sweepsWhatAKilledProcessLeftForWhateverTarget() throws Exception {
        var dead = leave(new StageName(mine.place(), mine.boot(), NOBODY, "1"));
        var earlier = leave(new StageName(mine.place(), "0123456789ab", mine.pid(), "1"));
        var alive = leave(mine);
        var elsewhere = leave(new StageName("0123456789ab", mine.boot(), NOBODY, "1"));
        var file = Files.createFile(folder.resolve(name(NOBODY)));
        Stage.beside(SystemFiles.here(), folder.resolve("another")).close();
        assertThat(dead).as("its maker is gone").doesNotExist();
        assertThat(earlier).as("its maker's machine was started again").doesNotExist();
        assertThat(alive).as("its maker is at work").exists();
        assertThat(elsewhere).as("nobody here can tell").exists();
        assertThat(file).as("no stage").exists();
    }

    private String name(long pid) {
        return new StageName(mine.place(), mine.boot(), pid, "1").next().toString();
    }

    private Path leave(StageName name) throws Exception {
        var stage = Files.createDirectory(folder.resolve(name.next().toString()));
        Files.writeString(stage.resolve("built"), "half");
        return stage;
    }
}
