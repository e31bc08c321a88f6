package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.ContentHash;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("What a killed rotation of keys left")
class KilledRotateTest {
    @TempDir private Path folder;

    /// What a file is called while it is written; a long name is shortened, and its hash added.
    private static String temporary(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        String hash = ContentHash.of(bytes).hex().substring(0, 16);
        String stem = bytes.length > 40 ? name.substring(0, 23) + "~" + hash : name;
        return ".%s.tmp-0123456789abcdef".formatted(stem);
    }

    /// Temporary files, of the key that was to come and of keys objects.
    @Test
    void goesWithTheNext() throws Exception {
        var shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/a", "one");
        shell.done("snapshot d t --session s");
        Path keys = folder.resolve("home/keys");
        String key;
        try (var all = Files.list(keys)) {
            key = all.findFirst().orElseThrow().getFileName().toString();
        }
        Path next = Files.writeString(keys.resolve(temporary(key + ".next")), "secret");
        Path mine = Files.writeString(keys.resolve(temporary(key)), "secret");
        Path others = Files.writeString(keys.resolve(temporary("another.key")), "secret");
        Path object =
                Files.writeString(
                        folder.resolve("d/default/keys").resolve(temporary("common.2")), "secret");
        shell.done("keys rotate d");
        assertThat(next).doesNotExist();
        assertThat(mine).doesNotExist();
        assertThat(object).doesNotExist();
        assertThat(others).exists();
        shell.done("verify d");
        Path moved = Files.writeString(folder.resolve(temporary("k")), "secret");
        shell.done("keys rotate d --to-key-file k");
        assertThat(moved).doesNotExist();
    }
}
