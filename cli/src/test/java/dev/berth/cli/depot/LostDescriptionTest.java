package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@DisplayName("A depot without its depot.json, or with another one")
class LostDescriptionTest {
    @TempDir private Path folder;

    @Test
    void isNoEmptyPlaceAndCanBeWrittenAnew() throws Exception {
        var shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/a", "one");
        shell.done("snapshot d t --session s");
        Path description = folder.resolve("d/depot.json");
        String text = Files.readString(description);
        String id;
        try (var keys = Files.list(folder.resolve("home/keys"))) {
            id = keys.findFirst().orElseThrow().getFileName().toString().substring(6, 38);
        }
        Files.delete(description);
        for (String line : List.of("list d", "verify d", "init d", "snapshot d t --session s")) {
            var answer = shell.type(line);
            assertThat(answer.code()).as(line).isEqualTo(12);
            assertThat(answer.err())
                    .as(line)
                    .contains("looks like a depot that has lost its depot.json", "bring");
        }
        // As docs/depot.md shows it.
        String written =
                """
                {
                  "format": "berth-depot/1",
                  "id": "%s",
                  "sealed": true,
                  "chunks": {
                    "min": 16384,
                    "average": 65536,
                    "max": 262144
                  }
                }
                """
                        .formatted(id);
        assertThat(written).isEqualTo(text);
        for (String other : List.of(written.strip(), written.replace("262144", "262145"))) {
            Files.writeString(description, other);
            var told = shell.type("verify d");
            assertThat(told.code()).isEqualTo(12);
            assertThat(told.out()).contains("damaged: depot.json: ", "write it as");
        }
        Files.writeString(description, text);
        shell.done("verify d");
    }

    @Test
    void anotherFolderIsNoDepot() throws Exception {
        var shell = DepotShell.in(folder);
        shell.write("p/src/keys/a", "one");
        assertThat(shell.type("list p").code()).isEqualTo(10);
        assertThat(shell.type("init p").code()).isEqualTo(13);
    }
}
