package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/// A disk in file form, taken and brought back into either form.
class FileFormCommandsTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeDisk() {
        shell = DepotShell.in(folder);
        shell.done("init d");
        disk("create disk.sqlite");
        put("/notes/today", "workspace", "work");
        put("/learned", "memory", "secret");
        put("/scratch", "tmp", "gone");
    }

    private Typed disk(String line) {
        var answer = Typed.in(folder, shell.environment(), ("disk " + line).split(" ", -1));
        assertThat(answer.code()).as("%s: %s", line, answer.err()).isZero();
        return answer;
    }

    private void put(String path, String volume, String text) {
        var answer =
                Typed.with(
                        text.getBytes(StandardCharsets.UTF_8),
                        folder,
                        shell.environment(),
                        ("disk put disk.sqlite " + path + " - --volume " + volume).split(" ", -1));
        assertThat(answer.code()).as(answer.err()).isZero();
    }

    private String get(String disk, String path, String volume) {
        return disk("get " + disk + " " + path + " --volume " + volume).out();
    }

    @Test
    void comesBackAsATreeWithoutItsScratch() throws Exception {
        shell.done("snapshot d disk.sqlite --session s");
        var answer = shell.done("restore d s tree --json");
        assertThat(answer.out()).contains("\"whole\":true", "\"dropped\":[\"tmp\"]");
        assertThat(shell.files("tree"))
                .isEqualTo(Map.of("workspace/notes/today", "work", "memory/learned", "secret"));
        assertThat(Files.isDirectory(shell.path("tree/tmp"))).isTrue();
    }

    @Test
    void comesBackAsAFile() {
        shell.done("snapshot d disk.sqlite --session s");
        shell.done("restore d s back.sqlite");
        assertThat(get("back.sqlite", "/notes/today", "workspace")).isEqualTo("work");
        assertThat(get("back.sqlite", "/learned", "memory")).isEqualTo("secret");
        var none =
                Typed.in(
                        folder,
                        shell.environment(),
                        "disk get back.sqlite /scratch --volume tmp".split(" ", -1));
        assertThat(none.code()).isEqualTo(10);
    }

    @Test
    void aTreeComesBackAsAFileToo() throws Exception {
        shell.write("tree/workspace/a/b", "b");
        shell.write("tree/memory/m", "m");
        shell.write("tree/tmp/t", "t");
        shell.done("snapshot d tree --session s");
        shell.done("restore d s back.sqlite");
        assertThat(get("back.sqlite", "/a/b", "workspace")).isEqualTo("b");
        assertThat(get("back.sqlite", "/m", "memory")).isEqualTo("m");
    }

    @Test
    void theSameDiskIsTheSameTreeInEitherForm() throws Exception {
        shell.done("snapshot d disk.sqlite --session s");
        shell.done("restore d s tree");
        shell.done("restore d s back.sqlite");
        String one = trees(shell.done("show d s --json").out());
        shell.done("snapshot d tree --session s");
        assertThat(trees(shell.done("show d s --json").out())).isEqualTo(one);
        shell.done("snapshot d back.sqlite --session s");
        assertThat(trees(shell.done("show d s --json").out())).isEqualTo(one);
        assertThat(shell.ids("d")).hasSize(3);
    }

    private static String trees(String json) {
        return json.substring(json.indexOf("\"trees\""), json.indexOf("\"entries\""));
    }

    @Test
    void aFileThatIsThereIsBroughtUpAndWithExactToNothingElse() {
        shell.done("snapshot d disk.sqlite --session s");
        put("/notes/today", "workspace", "changed");
        put("/extra", "workspace", "extra");
        shell.done("restore d s disk.sqlite");
        assertThat(get("disk.sqlite", "/notes/today", "workspace")).isEqualTo("work");
        assertThat(get("disk.sqlite", "/extra", "workspace")).isEqualTo("extra");
        shell.done("restore d s disk.sqlite --exact");
        assertThat(disk("ls disk.sqlite").out()).doesNotContain("extra");
    }

    @Test
    void isWatchedAsATreeIs() throws Exception {
        var first = shell.done("watch d disk.sqlite --session s --quiet 0 --every 0 --count 1");
        assertThat(first.out()).contains("checkpoint cp_", "2 files");
        put("/more", "workspace", "more");
        shell.done("watch d disk.sqlite --session s --quiet 0 --every 0 --count 1");
        assertThat(shell.done("cat d s workspace/more").out()).isEqualTo("more");
        assertThat(shell.ids("d")).hasSize(2);
    }

    @Test
    void theReceiptIsOfWhatIsInTheFile() throws Exception {
        shell.write("tree/workspace/a/b", "b");
        shell.write("tree/memory/m", "m");
        Files.createDirectories(shell.path("tree/tmp"));
        Files.setPosixFilePermissions(
                shell.path("tree/workspace/a/b"), PosixFilePermissions.fromString("rw-r-----"));
        Files.setLastModifiedTime(shell.path("tree/workspace/a"), FileTime.fromMillis(5));
        try (var file = new RandomAccessFile(shell.path("tree/workspace/sparse").toFile(), "rw")) {
            file.setLength(300_000);
            file.seek(200_000);
            file.write(7);
        }
        shell.done("snapshot d tree --session s");
        var receipt = shell.done("restore d s back.sqlite --json").out();
        assertThat(receipt)
                .contains("\"whole\":false", "\"modes\"", "\"times\"", "\"holes\"")
                .contains("\"missing\":[]", "\"altered\":[]");
        assertThat(shell.done("restore d s text.sqlite").out())
                .contains("modes", "times", "every byte of it");
        // What a snapshot of the file finds is what the receipt said.
        shell.done("snapshot d back.sqlite --session file");
        assertThat(receipt).contains("\"found\":\"" + root("file") + "\"");
        assertThat(receipt).contains("\"expected\":\"" + root("s") + "\"");

        // Into a tree it is whole, and out of file form into file form as well.
        assertThat(shell.done("restore d s back --json").out())
                .contains("\"whole\":true", "\"differing\":[]");
        assertThat(shell.done("restore d file again.sqlite --json").out())
                .contains("\"whole\":true", "\"differing\":[]");
    }

    /// The id of a checkpoint's workspace.
    private String root(String session) {
        String json = shell.done("show d " + session + " --json").out();
        String tree = json.substring(json.indexOf("\"volume\":\"workspace\""));
        String from = tree.substring(tree.indexOf("\"tree\":\"") + 8);
        return from.substring(0, from.indexOf('"'));
    }

    @Test
    void whatIsNoDiskIsRefused() throws Exception {
        Files.writeString(shell.path("text.sqlite"), "no disk");
        var answer = shell.type("snapshot d text.sqlite --session s");
        assertThat(answer.code()).isIn(12, 14);
        assertThat(shell.type("snapshot d nowhere --session s").code()).isEqualTo(10);
        assertThat(shell.done("list d").out()).isEmpty();
    }
}
