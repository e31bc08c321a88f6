package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.ContentHash;
import dev.berth.durable.json.StrictJson;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `list`, `show`, `cat`, `diff`: what is in a depot, looked at by name.
class LookingCommandsTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeDepot() throws Exception {
        shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/a.txt", "one\ntwo\nthree\n");
        shell.write("t/src/main.c", "int main;\n");
        shell.write("t/gone", "gone\n");
        Files.write(shell.path("t/bin"), new byte[] {0, 1, 2, 0, 3});
    }

    private void change() throws Exception {
        shell.write("t/a.txt", "one\n2\nthree\n");
        shell.write("t/new/n", "new\n");
        Files.delete(shell.path("t/gone"));
        Files.write(shell.path("t/bin"), new byte[] {0, 1, 2, 0, 4});
        shell.path("t/src/main.c").toFile().setExecutable(true);
    }

    @Test
    void aDifferenceIsToldFileByFile() throws Exception {
        String one = shell.snapshot("d t --session s");
        change();
        String other = shell.snapshot("d t --session s");
        assertThat(shell.done("diff d " + one + " " + other).out().lines())
                .containsExactly(
                        "modified  a.txt",
                        "modified  bin",
                        "removed   gone",
                        "added     new",
                        "added     new/n",
                        "touched   src/main.c");
        assertThat(shell.done("diff d " + other + " " + one).out().lines())
                .contains("added     gone", "removed   new/n");
        assertThat(shell.done("diff d " + one + " " + one).out()).isEmpty();
    }

    @Test
    void andLineByLineInsideOfText() throws Exception {
        String one = shell.snapshot("d t --session s");
        change();
        String other = shell.snapshot("d t --session s");
        assertThat(shell.done("diff d " + one + " " + other + " --text").out())
                .contains("@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n")
                .contains("@@ -1 +0,0 @@\n-gone\n")
                .contains("@@ -0,0 +1 @@\n+new\n")
                .doesNotContain("b/bin");
        assertThat(shell.done("diff d " + one + " " + other + " --text --json").out())
                .contains("\"change\":\"touched\"", "\"mode\":\"0", "-two\\n+2\\n")
                .hasLineCount(1);
    }

    @Test
    void whatIsShownOfANameCanBeTyped() throws Exception {
        shell.write("odd/in\\out/a\\xff\n", "odd");
        shell.done("snapshot d odd --session s");
        String folderShown = "in\\x5cout";
        String path = folderShown + "/a\\x5cxff\\x0a";
        assertThat(shell.done("show d s").out()).contains(folderShown + "/");
        assertThat(shell.done("show d s " + folderShown).out()).contains("a\\x5cxff\\x0a");
        assertThat(shell.done("show d s --manifest").out())
                .contains("\"path\":\"" + path.replace("\\", "\\\\") + "\"");
        assertThat(shell.done("cat d s " + path).out()).isEqualTo("odd");
        shell.done("restore d s back " + path);
        assertThat(shell.files("back")).containsOnlyKeys("in\\out/a\\xff\n");
        assertThat(shell.type("cat d s in\\out/a\\xff\\x0a").code()).isEqualTo(10);
    }

    @Test
    void ofADiskTheVolumeComesFirst() throws Exception {
        for (String volume : List.of("workspace", "memory", "tmp")) {
            shell.write("disk/" + volume + "/f", volume);
        }
        String one = shell.snapshot("d disk --session s");
        shell.write("disk/memory/f", "learned more");
        shell.write("disk/tmp/f", "not kept");
        String other = shell.snapshot("d disk --session s");
        assertThat(shell.done("diff d " + one + " " + other).out())
                .isEqualTo("modified  memory/f\n");
        assertThat(shell.done("cat d s memory/f").out()).isEqualTo("learned more");
        assertThat(shell.type("cat d s tmp/f").code()).isEqualTo(10);
        assertThat(shell.type("cat d s f").code()).isEqualTo(2);
    }

    @Test
    void sessionsUnderDifferentKeysAreComparedByContent() throws Exception {
        shell.done("snapshot d t --session s1");
        shell.done("snapshot d t --session s2 --own-key");
        assertThat(shell.done("diff d s1 s2").out()).isEmpty();
        shell.write("t/a.txt", "else");
        shell.done("snapshot d t --session s2");
        assertThat(shell.done("diff d s1 s2").out()).isEqualTo("modified  a.txt\n");
    }

    @Test
    void theManifestIsTheFlatFormWithEveryFilesChunks() throws Exception {
        shell.done("init clear --clear");
        Files.createSymbolicLink(shell.path("t/link"), Path.of("a.txt"));
        Files.createDirectory(shell.path("t/empty"));
        Files.write(shell.path("t/large"), new byte[600_000]);
        shell.write("t/none", "");
        shell.done("snapshot clear t --session s");
        var in =
                StrictJson.open(
                        shell.done("show clear s --manifest")
                                .out()
                                .getBytes(StandardCharsets.UTF_8));
        var paths = new ArrayList<String>();
        for (var file : in.objects("files")) {
            String path = file.text("path");
            paths.add(path);
            var chunks = file.texts("chunks");
            file.done();
            byte[] bytes = Files.readAllBytes(shell.path("t").resolve(path));
            // In a clear depot a chunk's id is the SHA-256 of its bytes.
            if (bytes.length == 0) assertThat(chunks).isEmpty();
            else if (bytes.length > 600_000 - 1) assertThat(chunks).hasSizeGreaterThan(2);
            else assertThat(chunks).containsExactly(ContentHash.of(bytes).hex());
        }
        in.done();
        assertThat(paths).containsExactly("a.txt", "bin", "gone", "large", "none", "src/main.c");
        assertThat(shell.done("show clear s src --manifest --json").out())
                .contains("\"src/main.c\"")
                .doesNotContain("a.txt");
    }

    @Test
    void aCheckpointIsNamedByIdByItsStartByLatestOrByASession() throws Exception {
        var noon = Instant.parse("2026-03-04T12:00:00Z");
        String one = shell.snapshotAt(noon, "d t --session s1");
        shell.write("t/a.txt", "newer");
        String two = shell.snapshotAt(noon.plusSeconds(1), "d t --session s1");
        shell.write("t/a.txt", "newest");
        String three = shell.snapshotAt(noon.plusSeconds(2), "d t --session s2");
        assertThat(shell.done("cat d " + one + " a.txt").out()).startsWith("one");
        assertThat(shell.done("cat d " + two.toUpperCase(Locale.ROOT) + " a.txt").out())
                .isEqualTo("newer");
        assertThat(shell.done("cat d latest a.txt").out()).isEqualTo("newest");
        assertThat(shell.done("cat d s1 a.txt").out()).isEqualTo("newer");
        String unique = start(one, List.of(two, three));
        assertThat(shell.done("cat d " + unique + " a.txt").out()).startsWith("one");
        assertThat(shell.done("cat d " + unique.substring(3) + " a.txt").out()).startsWith("one");
        assertThat(DepotShell.text(shell.done("show d s2 --json"), "checkpoint")).isEqualTo(three);
    }

    private static String start(String id, List<String> others) {
        for (int length = 8; ; length++) {
            String start = id.substring(0, length);
            if (others.stream().noneMatch(other -> other.startsWith(start))) return start;
        }
    }

    @Test
    void aStartOfSeveralIsRefusedAndAllOfThemAreNamed() throws Exception {
        String one = shell.snapshot("d t --session s1");
        String two = shell.snapshot("d t --session s2");
        var answer = shell.type("show d " + one.substring(0, 7));
        assertThat(answer.code()).isEqualTo(13);
        assertThat(answer.err()).contains(one + " of s1", two + " of s2", "type more");
        assertThat(shell.type("show d cp_zzzz").code()).isEqualTo(10);
        assertThat(shell.type("show d nobody").code()).isEqualTo(10);
        assertThat(shell.type("show d " + one + "x").code()).isEqualTo(10);
    }

    @Test
    void latestOfNothingIsNotFound() {
        assertThat(shell.type("show d latest").code()).isEqualTo(10);
        assertThat(shell.done("list d").out()).isEmpty();
        assertThat(shell.done("list d --json").out()).contains("\"checkpoints\":[]");
    }

    @Test
    void headsOfHunksNameTheFileAsAPatchDoes() throws Exception {
        for (String name : List.of("f", "gone")) shell.write("disk/workspace/" + name, "one\n");
        shell.write("disk/memory/f", "one\n");
        String one = shell.snapshot("d disk --session s");
        shell.write("disk/workspace/f", "two\n");
        shell.write("disk/workspace/n1/f", "new\n");
        Files.delete(shell.path("disk/workspace/gone"));
        String other = shell.snapshot("d disk --session s");
        assertThat(shell.done("diff d " + one + " " + other + " --text").out())
                .contains("--- a/workspace/f\n+++ b/workspace/f\n@@")
                .contains("--- /dev/null\n+++ b/workspace/n1/f\n@@")
                .contains("--- a/workspace/gone\n+++ /dev/null\n@@");
        String plain = shell.snapshot("d t --session p");
        change();
        String changed = shell.snapshot("d t --session p");
        assertThat(shell.done("diff d " + plain + " " + changed + " --text").out())
                .contains("--- a/a.txt\n+++ b/a.txt\n@@")
                .contains("--- /dev/null\n+++ b/new/n\n@@")
                .contains("--- a/gone\n+++ /dev/null\n@@");
    }
}
