package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@DisplayName("What a damaged doom stops, and how it is got rid of")
class DamagedDoomCommandsTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));
    private DepotShell other = shell;

    @BeforeEach
    void makeDepot() throws Exception {
        shell = DepotShell.in(folder);
        shell.done("init d --key-file k");
        shell.write("t/a", "one");
        String first = shell.snapshot("d t --session s --key-file k");
        shell.write("t/a", "two");
        shell.done("snapshot d t --session s --key-file k");
        shell.done("snapshot d t --session gone --key-file k");
        other = shell.with("BERTH_HOME", shell.path("other").toString());
        other.done("list d --key-file k");
        shell.done("forget d gone --key-file k");
        shell.done("forget d " + first + " --key-file k");
        try (var dooms = Files.list(folder.resolve("d/default/dooms"))) {
            for (Path doom : dooms.toList()) flip(doom);
        }
    }

    private static void flip(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void readingGoesOn() throws IOException {
        for (String line :
                List.of(
                        "list d",
                        "show d s",
                        "cat d s a",
                        "restore d s back",
                        "diff d s s",
                        "stats d",
                        "snapshot d t --session s")) {
            var answer = shell.type(line + " --key-file k");
            assertThat(answer.code()).as(line + answer.err()).isZero();
            assertThat(answer.err()).as(line).doesNotContain("gone");
        }
        assertThat(shell.files("back")).containsEntry("a", "two");
    }

    @Test
    void aMachineThatRemembersMoreIsToldAndGoesOn() {
        var answer = other.done("cat d s a --key-file k");
        assertThat(answer.out()).isEqualTo("two");
        assertThat(answer.err()).contains("of session gone", "berth depot verify");
        other.done("collect d --key-file k");
        assertThat(other.done("list d --key-file k").err()).isEmpty();
    }

    @Test
    void verifyNamesItAndSaysWhatToDo() {
        var told = shell.type("verify d --key-file k");
        assertThat(told.code()).isEqualTo(12);
        assertThat(told.out()).contains("damaged: default/dooms/", "`berth depot collect`");
        assertThat(told.out()).doesNotContain("lost: ");
        shell.done("collect d --key-file k");
        assertThat(shell.done("verify d --read-data --key-file k").out()).contains("whole");
        assertThat(shell.done("cat d s a --key-file k").out()).isEqualTo("two");
    }
}
