package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// What the commands do with a tree that another one has brought back, and with a depot that has
/// lost its checkpoints.
class RestoredTreeTest {
    @TempDir private Path folder;

    private Typed typed(String... words) {
        var all = new String[words.length + 1];
        all[0] = "depot";
        System.arraycopy(words, 0, all, 1, words.length);
        return Typed.in(folder, Map.of("BERTH_HOME", folder.resolve("home").toString()), all);
    }

    private Typed done(String... words) {
        var answer = typed(words);
        assertThat(answer.code()).as(answer.err()).isZero();
        return answer;
    }

    private void prepare() throws Exception {
        done("init", "d");
        Files.createDirectories(folder.resolve("t/sub"));
        Files.writeString(folder.resolve("t/a"), "one");
        Files.writeString(folder.resolve("t/sub/b"), "two");
        done("snapshot", "d", "t", "--session", "s1");
    }

    @Test
    void isNotReadForTheNextSnapshot() throws Exception {
        prepare();
        Files.createDirectories(folder.resolve("deep"));
        Files.createSymbolicLink(folder.resolve("way"), folder.resolve("deep"));
        done("restore", "d", "s1", "way/back");
        assertThat(done("snapshot", "d", "deep/back", "--session", "s1", "--json").out())
                .contains("\"read_files\":0", "\"files\":2");
    }

    @Test
    void aMachineThatKnowsNothingRefusesToCollectWithoutCheckpoints() throws Exception {
        prepare();
        Files.move(folder.resolve("d/default/checkpoints"), folder.resolve("elsewhere"));
        try (var heads = Files.list(folder.resolve("home/heads"))) {
            for (Path head : heads.toList()) Files.delete(head);
        }
        var refused = typed("collect", "d");
        assertThat(refused.code()).isEqualTo(12);
        assertThat(refused.err()).contains("default/checkpoints", "nothing was deleted");
        assertThat(typed("verify", "d").code()).isEqualTo(12);
        Files.move(folder.resolve("elsewhere"), folder.resolve("d/default/checkpoints"));
        done("collect", "d");
        done("restore", "d", "s1", "back");
        assertThat(folder.resolve("back/sub/b")).hasContent("two");
    }

    @Test
    void aDamagedCheckpointIsNamedAndForgetHelps() throws Exception {
        prepare();
        done("snapshot", "d", "t", "--session", "s2");
        Path session = folder.resolve("d/default/checkpoints/s2");
        Path checkpoint;
        try (var files = Files.list(session)) {
            checkpoint = files.findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[0] ^= 1;
        Files.write(checkpoint, bytes);
        String id = checkpoint.getFileName().toString();
        var refused = typed("collect", "d");
        assertThat(refused.code()).isEqualTo(12);
        assertThat(refused.err()).contains(id, "berth depot forget", "nothing was deleted");
        done("forget", "d", id);
        done("collect", "d");
        done("list", "d");
    }
}
