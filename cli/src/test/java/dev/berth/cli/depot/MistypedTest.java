package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("What is mistyped")
class MistypedTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeDepot() throws IOException {
        shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/a", "one");
        shell.write("plain", "not a disk");
        shell.done("snapshot d t --session s1");
    }

    @ParameterizedTest
    @CsvSource({
        "list d --session typo, 10, typo",
        "list d --tenant typo, 10, typo",
        "stats d --tenant typo, 10, typo",
        "forget d --session typo --keep-last 1, 10, typo",
        "forget d --tenant typo --keep-last 1, 10, typo",
        "snapshot d nope --session s1, 10, no folder and no disk",
        "snapshot d plain --session s1, 14, is a file",
        "restore d s1 plain, 13, is a file",
        "snapshot d t --session latest, 2, latest",
        "snapshot d t --session cp_mine, 2, cp_",
        "watch d t --session latest --count 1, 2, latest",
        "list d --tenant ../x, 2, is not the name of a tenant",
        "stats d --tenant ../x, 2, is not the name of a tenant",
        "keys init d --tenant ../x, 2, is not the name of a tenant",
    })
    void isSaid(String line, int code, String text) throws IOException {
        var answer = shell.type(line);
        assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(code);
        assertThat(answer.err()).contains(text).doesNotContain("disk create");
        assertThat(Files.readString(folder.resolve("plain"))).isEqualTo("not a disk");
        assertThat(shell.ids("d")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"restore d s1 back ", "restore d s1 back a ", "restore d s1 back  a"})
    void anEmptyPathIsNotTheWholeTree(String line) {
        var answer = shell.type(line);
        assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(2);
        assertThat(answer.err()).contains("a path is empty");
        assertThat(folder.resolve("back")).doesNotExist();
    }

    @Test
    void aDepotWithoutACheckpointListsNone() {
        shell.done("init empty");
        assertThat(shell.done("list empty").out()).isEmpty();
        shell.done("stats empty");
    }

    @Test
    void linksAreCountedApartFromFiles() throws IOException {
        Files.createSymbolicLink(folder.resolve("t/link"), Path.of("a"));
        shell.done("snapshot d t --session s1");
        assertThat(shell.done("restore d s1 back").out()).contains("1 file and 1 link written");
        assertThat(shell.done("restore d s1 back --json").out())
                .contains("\"written\":0", "\"written_links\":0", "\"kept\":1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"collect", "verify", "keys rotate"})
    void whatIsOfAllTenantsSaysWhatNamingOneIsFor(String verb) {
        assertThat(shell.done(verb + " --help").out().replaceAll("\\s+", " "))
                .contains("all tenants", "whose older state to notice first")
                .doesNotContain("whose part of it");
    }
}
