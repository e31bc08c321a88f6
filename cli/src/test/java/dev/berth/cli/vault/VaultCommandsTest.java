package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.berth.cli.Typed;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

class VaultCommandsTest {
    @TempDir private Path temp;
    private Path vault;

    @BeforeEach
    void make() throws Exception {
        vault = Files.createDirectory(temp.toRealPath().resolve("vault"));
    }

    private Typed type(String input, String... words) {
        return Typed.with(
                input.getBytes(StandardCharsets.UTF_8),
                temp,
                Map.of(
                        "XDG_CACHE_HOME",
                        temp.resolve("cache").toString(),
                        "HOME",
                        temp.toString(),
                        "PATH",
                        "/usr/bin:/bin"),
                words);
    }

    private static String hash(String text) {
        return ContentHash.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }

    private static Json at(Json.Obj object, String... path) {
        Json value = object;
        for (var step : path) {
            value = requireNonNull(((Json.Obj) value).fields().get(step), () -> "no " + step);
        }
        return value;
    }

    @Nested
    @DisplayName("berth vault write")
    class WriteTest {
        @Test
        void writesStandardInputExactly() throws Exception {
            var typed =
                    type(
                            "a\r\nb",
                            "vault",
                            "write",
                            "vault",
                            "d/x.md",
                            "--expect",
                            "absent",
                            "--json");
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
            assertThat(at(typed.json(), "error", "facts", "new"))
                    .isEqualTo(Json.text(hash("ours")));
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
                assertThat(typed.err())
                        .contains("held by a process that left no name", "not watched");
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

    @Nested
    @DisplayName("berth vault capture")
    class CaptureTest {
        @Test
        void saysWhereTheNoteIs() throws Exception {
            var typed = type("note", "vault", "capture", "vault", "--slug", "idea");
            assertThat(typed.out()).matches("_inbox/20260102T030405\\.000000Z-\\d+-idea\\.md\n");
            assertThat(Files.readString(vault.resolve(typed.out().strip()))).isEqualTo("note");
            assertThat(type("", "vault", "capture", "vault", "--slug", "a/b").code()).isEqualTo(2);
            assertThat(type("", "vault", "capture", "vault").code()).isEqualTo(2);
        }

        @Test
        void removesWhatAKilledCaptureLeft() throws Exception {
            Path inbox = Files.createDirectory(vault.resolve("_inbox"));
            Path torn = inbox.resolve(".20250102T030405.000000Z-7-idea.md.tmp-0123456789abcdef");
            Path young = inbox.resolve(".20260102T030405.000000Z~12.tmp-0123456789abcdef");
            Path foreign = inbox.resolve(".mine.md.tmp-0123456789abcdef");
            var old = FileTime.from(Instant.parse("2026-01-02T02:00:00Z"));
            Files.setLastModifiedTime(Files.writeString(torn, "x"), old);
            Files.setLastModifiedTime(Files.writeString(foreign, "x"), old);
            Files.writeString(young, "x");
            assertThat(type("note", "vault", "capture", "vault", "--slug", "idea").code()).isZero();
            assertThat(torn).doesNotExist();
            assertThat(young).exists();
            assertThat(foreign).exists();
        }

        @Test
        void needsNoCacheFolder() throws Exception {
            Files.writeString(temp.resolve("cache"), "not a folder");
            assertThat(type("note", "vault", "capture", "vault", "--slug", "idea").code()).isZero();
            assertThat(type("", "vault", "sweep", "vault").code()).isZero();
            assertThat(type("", "vault", "hash", "vault", "x").code()).isEqualTo(10);
            assertThat(type("", "vault", "write", "vault", "x").code()).isEqualTo(17);
        }
    }

    @Nested
    @DisplayName("berth vault run")
    class RunTest {
        @Test
        void holdsTheLockAndPassesTheExitCodeOn() {
            String lock =
                    temp.resolve("cache/agentm/locks/" + hash(vault.toString()) + "/lock")
                            .toString();
            assertThat(
                            type(
                                            "",
                                            "vault",
                                            "run",
                                            "vault",
                                            "--",
                                            "sh",
                                            "-c",
                                            "test -d " + lock + " && exit 7")
                                    .code())
                    .isEqualTo(7);
            assertThat(Path.of(lock)).doesNotExist();
            assertThat(type("", "vault", "run", "vault", "--", "true").code()).isZero();
        }

        @Test
        void saysSoWhenTheLockWasLostMeanwhile() {
            String lock =
                    temp.resolve("cache/agentm/locks/" + hash(vault.toString()) + "/lock")
                            .toString();
            var typed =
                    type(
                            "",
                            "vault",
                            "run",
                            "vault",
                            "--",
                            "sh",
                            "-c",
                            "rmdir " + lock + "; mkdir " + lock);
            assertThat(typed.code()).isEqualTo(16);
            assertThat(typed.err())
                    .contains("while the command ran, which ended with 0")
                    .doesNotContain("nothing was published");
            assertThat(Path.of(lock)).as("the other one's").isEmptyDirectory();
        }

        @Test
        void answersWithOneObjectAndSendsTheCommandsOutputElsewhere() throws Exception {
            var typed =
                    type(
                            "",
                            "vault",
                            "run",
                            "vault",
                            "--json",
                            "--",
                            "sh",
                            "-c",
                            "sleep 30 & echo $!; exit 3");
            assertThat(typed.code()).isEqualTo(3);
            assertThat(at(typed.json(), "exit_code")).isEqualTo(Json.number(3));
            assertThat(at(typed.json(), "vault")).isEqualTo(Json.text(vault.toString()));
            assertThat(((Json.Arr) at(typed.json(), "command")).items())
                    .startsWith(Json.text("sh"), Json.text("-c"));
            // What it left in the background has the pipe still, and is not waited for.
            var left = ProcessHandle.of(Long.parseLong(typed.err().strip())).orElseThrow();
            assertThat(left.isAlive()).isTrue();
            left.destroy();
        }

        @Test
        void saysHowTheCommandsOwnOptionsAreGiven() {
            assertThat(type("", "vault", "run", "vault", "ls", "-la").err())
                    .contains(
                            "-la is not an option here; if it belongs to the command, put -- before");
            assertThat(type("", "vault", "run", "--wat", "3", "vault", "--", "ls", "-la").err())
                    .contains("--wat is not an option here; did you mean --wait?")
                    .doesNotContain("put --");
            assertThat(type("", "vault", "hash", "-la", "vault", "x").err())
                    .doesNotContain("put --");
        }

        @Test
        void saysSoWhenThereIsNoSuchCommand() {
            assertThat(type("", "vault", "run", "vault", "--", "/no/such/command").code())
                    .isEqualTo(10);
        }
    }

    @Nested
    @DisplayName("berth vault locks and sweep")
    class ShowTest {
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
                    .contains(
                            "a.md: not downloaded to this machine (a placeholder of 50000 bytes)");
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
}
