package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.List;

@DisplayName("berth vault locks and sweep")
class ShowCommandsTest extends VaultShell {
    @Test
    void showsThatNothingIsHeld() throws Exception {
        assertThat(type("", "vault", "locks", "--json").out()).isEqualTo("{\"locks\":[]}\n");
        assertThat(type("", "vault", "locks").out()).contains("no vault is held");
        assertThat(type("", "vault", "locks", "vault").code()).isZero();
    }

    @Test
    void namesWhatIsMissingAsItWasTyped() throws Exception {
        Files.writeString(temp.resolve("plain"), "no folder");
        for (var words :
                List.of(
                        "hash ./none x",
                        "write ./none x",
                        "capture ./none --slug x",
                        "run ./none -- true",
                        "locks ./none",
                        "sweep ./none",
                        "sweep vault --drivefs ./none")) {
            for (var name : List.of("./none", "./plain")) {
                var typed = type("", ("vault " + words).replace("./none", name).split(" "));
                assertThat(typed.err()).as(words).startsWith("berth: " + name + ": no");
            }
        }
    }

    @Test
    void takesTheWayBackFromALinkAsTheSystemDoes() throws Exception {
        Files.createDirectories(temp.resolve("far/away"));
        Files.createDirectory(temp.resolve("far/notes"));
        Files.writeString(temp.resolve("far/notes/x.md"), "there");
        Files.createSymbolicLink(temp.resolve("link"), temp.resolve("far/away"));
        Files.createDirectory(temp.resolve("notes"));
        var typed = type("", "vault", "hash", "link/../notes", "x.md");
        assertThat(typed.out()).as(typed.err()).isEqualTo(hash("there") + "\n");
    }

    @Test
    void warnsOfALockThatCannotBeRead() throws Exception {
        var locks = temp.resolve("cache/agentm/locks");
        var lock = Files.createDirectories(locks.resolve("a".repeat(64))).resolve("lock");
        Files.writeString(lock, "not a folder");
        Files.writeString(locks.resolve("b".repeat(64)), "not a folder");
        Files.writeString(locks.resolve("notes.txt"), "no lock");
        var page = type("", "vault", "locks");
        assertThat(page.code()).as(page.err()).isZero();
        assertThat(page.out())
                .contains(lock + ": not a folder, so nobody can take it; remove it")
                .contains("b".repeat(64) + ": not a folder; name something else")
                .doesNotContain("notes.txt");
        var json = type("", "vault", "locks", "--json").json().compact();
        assertThat(json)
                .contains("\"state\":\"unknown\"")
                .contains("\"problem\":\"not a folder, so nobody can take it; remove it\"");
    }

    @Test
    void saysWhyADifferenceIsNotShown() throws Exception {
        Files.writeString(vault.resolve("a (1).md"), "one");
        try (var base = new RandomAccessFile(vault.resolve("a.md").toFile(), "rw")) {
            base.setLength(50_000);
        }
        assertThat(type("", "vault", "sweep", "vault", "--diff").out())
                .contains("a.md: not downloaded to this machine (a placeholder of 50000 bytes)");
    }

    @Test
    void showsConflictsAsATableAndAsJson() throws Exception {
        Files.writeString(vault.resolve("a.md"), "one\n");
        Files.writeString(vault.resolve("a (1).md"), "two\n");
        var typed = type("", "vault", "sweep", "vault", "--diff", "--json");
        assertThat(typed.code()).as(typed.err()).isZero();
        var conflict = ((Json.Arr) at(typed.json(), "conflicts")).items().getFirst();
        assertThat(((Json.Obj) conflict).fields())
                .containsEntry("path", Json.text("a (1).md"))
                .containsEntry("kind", Json.text("numbered"))
                .containsEntry("base", Json.text("a.md"))
                .containsEntry("base_exists", new Json.Bool(true))
                .containsEntry("size", Json.number(4))
                .containsEntry("base_size", Json.number(4))
                .containsEntry("hash", Json.text(hash("two\n")))
                .containsEntry("base_hash", Json.text(hash("one\n")))
                .containsEntry("equal", new Json.Bool(false))
                .containsEntry("problem", new Json.Null())
                .containsEntry(
                        "diff", Json.text("--- a.md\n+++ a (1).md\n@@ -1 +1 @@\n-one\n+two\n"));
        var table = type("", "vault", "sweep", "vault");
        assertThat(table.out()).contains("a (1).md", "numbered", "differs", "1 conflict;");
        assertThat(table.out()).contains(hash("two\n").substring(0, 12));
    }
}
