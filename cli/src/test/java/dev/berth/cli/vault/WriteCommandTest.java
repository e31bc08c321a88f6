package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Locale;
import java.util.Map;

@DisplayName("berth vault write")
class WriteCommandTest extends VaultShell {
    @Test
    void writesStandardInputExactly() throws Exception {
        var typed =
                type("a\r\nb", "vault", "write", "vault", "d/x.md", "--expect", "absent", "--json");
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(at(typed.json(), "hash")).isEqualTo(Json.text(hash("a\r\nb")));
        assertThat(Files.readString(vault.resolve("d/x.md"))).isEqualTo("a\r\nb");
        var again = type("", "vault", "hash", "vault", "d/x.md");
        assertThat(again.out()).isEqualTo(hash("a\r\nb") + "\n");
    }

    @Test
    void answersAConflictWithThreeHashesAndSavesWhatIsThere() throws Exception {
        Files.writeString(vault.resolve("x.md"), "theirs");
        var typed =
                type(
                        "ours",
                        "vault",
                        "write",
                        "vault",
                        "x.md",
                        "--expect",
                        hash("base"),
                        "--theirs-out",
                        "out.md",
                        "--json");
        assertThat(typed.code()).isEqualTo(13);
        assertThat(at(typed.json(), "error", "facts", "expected"))
                .isEqualTo(Json.text(hash("base")));
        assertThat(at(typed.json(), "error", "facts", "current"))
                .isEqualTo(Json.text(hash("theirs")));
        assertThat(at(typed.json(), "error", "facts", "new")).isEqualTo(Json.text(hash("ours")));
        assertThat(Files.readString(temp.resolve("out.md"))).isEqualTo("theirs");
        assertThat(Files.readString(vault.resolve("x.md"))).isEqualTo("theirs");
    }

    @Test
    void mergesWithWhatIsThereWhenTheBaseIsGiven() throws Exception {
        Files.writeString(temp.resolve("base.md"), "1\n2\n3\n4\n5\n");
        Files.writeString(vault.resolve("x.md"), "1\n2\n3\n4\nfive\n");
        var typed =
                type(
                        "one\n2\n3\n4\n5\n",
                        "vault",
                        "write",
                        "vault",
                        "x.md",
                        "--merge",
                        "base.md",
                        "--json");
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(at(typed.json(), "merged")).isEqualTo(new Json.Bool(true));
        assertThat(Files.readString(vault.resolve("x.md"))).isEqualTo("one\n2\n3\n4\nfive\n");
    }

    @Test
    void mergesWithTheBaseEvenWhenTheExpectedHashIsTheCurrentOne() throws Exception {
        Files.writeString(temp.resolve("base.md"), "1\n2\n3\n4\n5\n");
        Files.writeString(vault.resolve("x.md"), "1\n2\n3\n4\nfive\n");
        String current = hash("1\n2\n3\n4\nfive\n");
        var typed =
                type(
                        "one\n2\n3\n4\n5\n",
                        "vault",
                        "write",
                        "vault",
                        "x.md",
                        "--merge",
                        "base.md",
                        "--expect",
                        current);
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(Files.readString(vault.resolve("x.md"))).isEqualTo("one\n2\n3\n4\nfive\n");
    }

    @Test
    void tellsPeopleAllHashesAndWhatBecameOfTheMerge() throws Exception {
        Files.writeString(temp.resolve("base.md"), "1\n");
        Files.writeString(vault.resolve("x.md"), "uno\n");
        String[] words = {
            "vault", "write", "vault", "x.md", "--merge", "base.md", "--theirs-out", "out.md"
        };
        var overlap = type("one\n", words);
        assertThat(overlap.code()).isEqualTo(13);
        assertThat(overlap.err())
                .contains(hash("1\n"), hash("uno\n"), hash("one\n"))
                .contains("the same lines", "--markers", "saved in out.md");
        assertThat(type("o\0e\n", words).err()).contains("not merged: not text");
        Files.delete(vault.resolve("x.md"));
        var gone = type("one\n", words);
        assertThat(gone.err()).contains("current absent", "the file is gone");
        assertThat(temp.resolve("out.md")).as("of an earlier conflict").doesNotExist();
    }

    @Test
    void savesTheOtherSideNeitherInTheVaultNorOverWhatIsNoFile() throws Exception {
        Files.createDirectory(temp.resolve("folder"));
        for (String out : new String[] {"vault/out.md", "folder"}) {
            var typed = type("x", "vault", "write", "vault", "x.md", "--theirs-out", out);
            assertThat(typed.code()).as(out).isEqualTo(14);
        }
        assertThat(vault).isEmptyDirectory();
    }

    @Test
    void refusesLocksThatWouldBeSynced() {
        var typed =
                Typed.in(
                        temp,
                        Map.of("XDG_CACHE_HOME", vault.resolve("cache").toString()),
                        "vault",
                        "write",
                        "vault",
                        "x.md");
        assertThat(typed.code()).isEqualTo(14);
        assertThat(vault).isEmptyDirectory();
    }

    @Test
    void takesAHashInCapitals() throws Exception {
        Files.writeString(vault.resolve("x.md"), "1");
        String capitals = hash("1").toUpperCase(Locale.ROOT);
        assertThat(type("2", "vault", "write", "vault", "x.md", "--expect", capitals).code())
                .isZero();
    }

    @Test
    void writesMarkersOnlyWhenAsked() throws Exception {
        Files.writeString(temp.resolve("base.md"), "1\n");
        Files.writeString(vault.resolve("x.md"), "uno\n");
        var refused = type("one\n", "vault", "write", "vault", "x.md", "--merge", "base.md");
        assertThat(refused.code()).isEqualTo(13);
        assertThat(Files.readString(vault.resolve("x.md"))).isEqualTo("uno\n");
        var marked =
                type(
                        "one\n",
                        "vault",
                        "write",
                        "vault",
                        "x.md",
                        "--merge",
                        "base.md",
                        "--markers",
                        "--json");
        assertThat(marked.code()).as(marked.err()).isZero();
        assertThat(at(marked.json(), "markers")).isEqualTo(new Json.Bool(true));
        assertThat(Files.readString(vault.resolve("x.md")))
                .isEqualTo("<<<<<<< new\none\n=======\nuno\n>>>>>>> current\n");
    }

    @Test
    void tellsProgramsANameAsItIs() throws Exception {
        String name = "two\nlines\t\u00fc.md";
        var typed = type("x", "vault", "write", "vault", name, "--json");
        assertThat(at(typed.json(), "path")).isEqualTo(Json.text(name));
        assertThat(vault.resolve(name)).hasContent("x");
        var people = type("x", "vault", "write", "vault", name);
        assertThat(people.out()).startsWith("wrote two\\x0alines\\x09\u00fc.md, ");
        Files.writeString(vault.resolve("two\nlines\t\u00fc (1).md"), "y");
        var swept = type("", "vault", "sweep", "vault", "--json");
        var conflict = (Json.Obj) ((Json.Arr) at(swept.json(), "conflicts")).items().getFirst();
        assertThat(at(conflict, "base")).isEqualTo(Json.text(name));
        assertThat(at(conflict, "path")).isEqualTo(Json.text("two\nlines\t\u00fc (1).md"));
    }

    @Test
    void refusesANameThatWasNotUtf8RatherThanWriteAnother() {
        var typed = type("x", "vault", "write", "vault", "bad\ufffd.md");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("not a name in UTF-8");
        assertThat(vault).isEmptyDirectory();
    }

    @Test
    void staysAConflictWhenTheOtherSideCannotBeSaved() throws Exception {
        Files.writeString(vault.resolve("x.md"), "theirs");
        var typed =
                type(
                        "ours",
                        "vault",
                        "write",
                        "vault",
                        "x.md",
                        "--expect",
                        "absent",
                        "--theirs-out",
                        "no/such/folder/out.md",
                        "--json");
        assertThat(typed.code()).isEqualTo(13);
        assertThat(at(typed.json(), "error", "facts", "current"))
                .isEqualTo(Json.text(hash("theirs")));
        assertThat(at(typed.json(), "error", "facts", "theirs_out_error").toString())
                .contains("no/such/folder/out.md");
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(type("", "vault", "write", "vault", "../x").code()).isEqualTo(2);
        var odd = type("", "vault", "write", "vault", "x", "--expect", "abc");
        assertThat(odd.code()).isEqualTo(2);
        assertThat(odd.err()).contains("neither a content hash nor absent: abc");
        assertThat(type("", "vault", "write", "nowhere", "x").code()).isEqualTo(10);
        assertThat(type("", "vault", "hash", "vault", "x").code()).isEqualTo(10);
        assertThat(type("", "vault", "write", "vault", "x", "--markers").code()).isEqualTo(2);
    }

    @Test
    void saysWhoHoldsTheLock() throws Exception {
        var lock = temp.resolve("cache/agentm/locks/" + hash(vault.toString()) + "/lock");
        Files.createDirectories(lock);
        var beating =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    while (!Thread.interrupted()) touch(lock);
                                });
        try {
            var typed = type("x", "vault", "write", "vault", "x", "--wait", "0");
            assertThat(typed.code()).isEqualTo(11);
            assertThat(typed.err()).contains("held by a process that left no name", "not watched");
        } finally {
            beating.interrupt();
        }
        assertThat(lock).isEmptyDirectory();
    }

    private static void touch(Path lock) {
        try {
            Files.setLastModifiedTime(lock, FileTime.fromMillis(System.currentTimeMillis()));
            Thread.sleep(20);
        } catch (InterruptedException done) {
            Thread.currentThread().interrupt();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
