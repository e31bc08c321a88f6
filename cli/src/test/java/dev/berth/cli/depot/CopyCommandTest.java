package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

@DisplayName("berth depot copy")
class CopyCommandTest {
    @TempDir Path folder;
    private DepotShell shell;
    private String first;
    private String second;

    @BeforeEach
    void keep() throws Exception {
        shell = DepotShell.in(folder);
        shell.write("tree/a.txt", "one");
        shell.write("tree/sub/b.txt", "two");
        shell.write("other/c.txt", "three");
        shell.done("init kept");
        first = shell.snapshot("kept tree --session s1");
        shell.write("tree/a.txt", "changed");
        second = shell.snapshot("kept tree --session s1");
        shell.snapshot("kept other --session s2");
    }

    @Test
    void movesEverythingAndThenNothing() throws Exception {
        shell.done("init there");
        assertThat(shell.done("copy kept there").out()).contains("copied 3 checkpoints");
        assertThat(shell.ids("there")).isEqualTo(shell.ids("kept"));
        var again = shell.done("copy kept there --json").out();
        assertThat(again).contains("\"copied\":0", "\"present\":3", "\"stored_bytes\":0");
        shell.done("restore there " + first + " back");
        assertThat(shell.files("back")).containsEntry("a.txt", "one");
        shell.done("verify there --read-data");
        shell.done("diff there " + first + " " + second);
    }

    @Test
    void movesOneSession() throws Exception {
        shell.done("init there --clear");
        shell.done("copy kept there --session s1");
        assertThat(shell.ids("there")).containsExactly(first, second);
        assertThat(shell.type("copy kept there --session nobody").code()).isEqualTo(10);
        assertThat(shell.type("copy kept there --session ../x").code()).isEqualTo(2);
    }

    @Test
    void keepsTheDigestInTheReceiptUnderAnotherKey() throws Exception {
        shell.done("init there");
        shell.done("copy kept there");
        var digests = new ArrayList<String>();
        for (String depot : List.of("kept", "there")) {
            String told =
                    shell.done("restore " + depot + " " + first + " of-" + depot + " --json").out();
            digests.add(told.replaceFirst("(?s).*\"digest\":\"([0-9a-f]{64})\".*", "$1"));
        }
        assertThat(digests.getFirst()).hasSize(64).isEqualTo(digests.getLast());
        String part = shell.done("restore there " + first + " part a.txt --json").out();
        assertThat(part).doesNotContain("digest");
    }

    /// The receipt of what comes back is the one that the first depot gives.
    @Test
    void keepsTheReceiptByWayOfABucket() throws Exception {
        String bucket = "s3://%s/%s".formatted(S3Server.BUCKET, UUID.randomUUID());
        for (var variable : S3Server.environment().entrySet()) {
            shell = shell.with(variable.getKey(), variable.getValue());
        }
        shell.done("init " + bucket + " --endpoint " + S3Server.here().address());
        shell.done("init back --clear");
        shell.done("init from --clear");
        shell.done("copy kept " + bucket);
        shell.done("copy " + bucket + " back");
        shell.done("copy kept from");
        for (String each : new String[] {first, second}) {
            shell.done("restore kept " + each + " tree-1");
            shell.done("restore back " + each + " tree-2");
            assertThat(shell.bytes("tree-2")).isEqualTo(shell.bytes("tree-1"));
            var mine = shell.done("restore from " + each + " tree-3 --json").out();
            var theirs = shell.done("restore back " + each + " tree-3x --json").out();
            assertThat(theirs.replace("tree-3x", "tree-3")).isEqualTo(mine);
        }
        assertThat(shell.ids("back")).isEqualTo(shell.ids("kept"));
        assertThat(shell.done("copy back " + bucket).out()).contains("copied 0 checkpoints");
    }

    @Test
    void usesAKeyForEachDepot() throws Exception {
        Files.writeString(folder.resolve("k1"), "ab".repeat(32) + "\n");
        Files.writeString(folder.resolve("k2"), "cd".repeat(32) + "\n");
        for (String key : new String[] {"k1", "k2"}) {
            assertThat(folder.resolve(key).toFile().setReadable(false, false)).isTrue();
            assertThat(folder.resolve(key).toFile().setReadable(true, true)).isTrue();
        }
        shell.done("init one --key-file k1");
        shell.done("init two --key-file k2");
        shell.snapshot("one tree --session s1 --key-file k1");
        shell.snapshot("two other --session s2 --key-file k2");
        assertThat(shell.type("copy one two --key-file k1").code()).isEqualTo(18);
        assertThat(shell.type("copy one two").code()).isEqualTo(18);
        shell.done("copy one two --key-file k1 --to-key-file k2");
        shell.done("init own");
        shell.done("copy two own --key-file k2");
        shell.done("restore own s1 back");
        assertThat(shell.files("back")).isEqualTo(shell.files("tree"));
    }

    @Test
    void refusesWhatCannotBeMeant() throws Exception {
        assertThat(shell.type("copy kept kept").code()).isEqualTo(14);
        assertThat(shell.type("copy kept ./tree/../kept").code()).isEqualTo(14);
        assertThat(shell.type("copy kept nowhere").code()).isEqualTo(10);
        assertThat(shell.type("copy nowhere kept").code()).isEqualTo(10);
        assertThat(shell.type("copy kept").code()).isEqualTo(2);
        shell.done("init there");
        assertThat(shell.type("copy kept there --tenant nobody").code()).isEqualTo(10);
        assertThat(shell.ids("there")).isEmpty();
    }

    @Test
    void leavesOutWhatMustNotLieInTheClear() throws Exception {
        shell.snapshot("kept other --session secret --own-key");
        shell.done("init there --clear");
        var answer = shell.type("copy kept there");
        assertThat(answer.code()).isEqualTo(14);
        assertThat(answer.out()).contains("copied 3 checkpoints", "secret", "clear");
        assertThat(shell.ids("there")).hasSize(3);
    }

    @Test
    void namesADamagedFileAndMovesTheRest() throws Exception {
        shell.write("big/f", "x".repeat(10) + UUID.randomUUID().toString().repeat(4000));
        String torn = shell.snapshot("kept big --session torn");
        Path pack = newest(folder.resolve("kept/default/common/packs"));
        byte[] bytes = Files.readAllBytes(pack);
        bytes[60] ^= 1;
        Files.write(pack, bytes);
        shell.done("init there");
        var answer = shell.type("copy kept there");
        assertThat(answer.code()).isEqualTo(12);
        assertThat(answer.out()).contains("copied 3 checkpoints", torn, "cannot be read");
        assertThat(shell.ids("there")).hasSize(3).doesNotContain(torn);
        shell.done("verify there --read-data");
    }

    private static Path newest(Path packs) throws Exception {
        try (var all = Files.walk(packs)) {
            return all.filter(Files::isRegularFile)
                    .max(
                            (a, b) ->
                                    Long.compare(
                                            a.toFile().lastModified(), b.toFile().lastModified()))
                    .orElseThrow();
        }
    }
}
