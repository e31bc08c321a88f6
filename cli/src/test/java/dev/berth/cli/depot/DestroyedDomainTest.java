package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

@DisplayName("A domain whose keys were destroyed")
class DestroyedDomainTest {

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeDepot() throws IOException {
        shell = DepotShell.in(folder);
        shell.done("init d");
        write("small", 50_000);
        write("large", 300_000);
        shell.done("snapshot d small --session a");
        shell.done("snapshot d large --session b --own-key");
    }

    private void write(String tree, int bytes) throws IOException {
        var content = new byte[bytes];
        new SplittableRandom(bytes).nextBytes(content);
        Files.createDirectory(folder.resolve(tree));
        Files.write(folder.resolve(tree).resolve("f"), content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"own.b", "common"})
    void isReclaimableAsACollectSays(String domain) {
        assertThat(number(shell.done("stats d --json"), "reclaimable_bytes")).isZero();
        shell.done("keys destroy d " + domain);
        long reclaimable = number(shell.done("stats d --json"), "reclaimable_bytes");
        long least = domain.equals("common") ? 50_000 : 300_000;
        assertThat(reclaimable).isGreaterThan(least);
        assertThat(number(shell.done("collect d --dry-run --json"), "dead_bytes"))
                .isEqualTo(reclaimable);
        assertThat(number(shell.done("collect d --json"), "freed_bytes")).isEqualTo(reclaimable);
        assertThat(number(shell.done("stats d --json"), "reclaimable_bytes")).isZero();
    }

    private static long number(Typed answer, String field) {
        var found = Pattern.compile("\"" + field + "\":(\\d+)").matcher(answer.out());
        assertThat(found.find()).as(answer.out()).isTrue();
        return Long.parseLong(found.group(1));
    }
}
