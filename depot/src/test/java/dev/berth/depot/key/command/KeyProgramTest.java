package dev.berth.depot.key.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that should keep a key, and does something else.
class KeyProgramTest {
    @TempDir private Path folder;

    private KeyProgram program(String script, Duration patience) throws IOException {
        Path file = folder.resolve("service");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        var path = Map.of("PATH", "/usr/local/bin:/usr/bin:/bin");
        return new KeyProgram(file.toString(), path, patience);
    }

    @Test
    void oneThatDoesNotAnswerIsEndedWithAllThatItStarted() throws Exception {
        Path child = folder.resolve("child");
        String script = "sleep 300 &\necho $! > %s\nwait".formatted(child);
        var program = program(script, Duration.ofSeconds(5));
        assertThatThrownBy(() -> KeyCommand.open(program))
                .isInstanceOf(Failure.WrongKey.class)
                .hasMessageContaining("has not answered within 5 seconds");
        var left = ProcessHandle.of(Long.parseLong(Files.readString(child).strip()));
        if (left.isPresent()) left.get().onExit().get(60, TimeUnit.SECONDS);
    }

    /// It has closed its output, and would sleep on.
    @Test
    void oneThatAnswersAndDoesNotEndIsLateToo() throws Exception {
        var program = program("echo id; exec >&-; exec sleep 300", Duration.ofSeconds(2));
        assertThatThrownBy(() -> KeyCommand.open(program)).isInstanceOf(Failure.WrongKey.class);
    }

    @Test
    void oneThatSaysTooMuchIsNotHeardOut() throws Exception {
        var program = program("yes", Duration.ofDays(1));
        assertThatThrownBy(() -> KeyCommand.open(program))
                .isInstanceOf(Failure.WrongKey.class)
                .hasMessageContaining("more than 4096 bytes");
    }
}
