package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@DisplayName("What is said of a depot that is damaged")
class DamagedDepotTest {
    private static final int DAMAGED = 12;

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    /// In the order of the files that they hold.
    private final List<Path> data = new ArrayList<>();

    @BeforeEach
    void makeDepot() throws IOException {
        shell = DepotShell.in(folder);
        shell.done("init d");
        for (int i = 0; i < 4; i++) {
            shell.write("t/f" + i, "file " + i + " ".repeat(1000 + 500 * i));
            shell.done("snapshot d t --session s");
            for (var pack : packs(1)) if (!data.contains(pack)) data.add(pack);
        }
        assertThat(data).hasSize(4);
    }

    @Test
    void filesOfASwappedPackAreNamed() throws IOException {
        byte[] one = Files.readAllBytes(data.get(1));
        Files.write(data.get(1), Files.readAllBytes(data.get(2)));
        Files.write(data.get(2), one);
        var told = shell.type("verify d");
        assertThat(told.code()).isEqualTo(DAMAGED);
        assertThat(told.out()).contains(" f1 (", " f2 (").doesNotContain(" f0 (", " f3 (");
        assertThat(told.out().lines().filter(line -> line.startsWith("damaged: "))).hasSize(2);
        var restored = shell.type("restore d s back");
        assertThat(restored.code()).isEqualTo(DAMAGED);
        assertThat(restored.err()).containsPattern("f[12] cannot be brought back");
        assertThat(restored.err()).contains("restore the others by naming their paths");
        shell.done("restore d s back f0 f3");
        assertThat(shell.files("back")).containsOnlyKeys("f0", "f3");
    }

    @Test
    void aDamagedPartOfTheIndexIsNamedAndMadeAnew() throws IOException {
        Path part;
        try (var all = Files.list(folder.resolve("d/default/common/index"))) {
            part = all.sorted().findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(part);
        bytes[60] ^= 4;
        Files.write(part, bytes);
        var told = shell.type("verify d");
        assertThat(told.code()).isEqualTo(DAMAGED);
        assertThat(told.out())
                .contains("default/common/index/" + part.getFileName(), "berth depot collect")
                .doesNotContain("no index knows it", "of pack", "lost: ");
        shell.done("restore d s back");
        var stats = shell.type("stats d");
        assertThat(stats.code()).isEqualTo(DAMAGED);
        assertThat(stats.err()).contains("berth depot collect");
        shell.done("collect d");
        shell.done("stats d");
        assertThat(shell.done("verify d").out()).contains("whole");
    }

    /// A number in the clear tells which data key an object is under: one flipped bit of it must
    /// not pass for keys that are missing.
    @ParameterizedTest
    @ValueSource(ints = {10, 11, 12, 13})
    void aDamagedKeyNumberIsDamageAndNoWrongKey(int at) throws IOException {
        Path part;
        try (var all = Files.list(folder.resolve("d/default/common/index"))) {
            part = all.sorted().findFirst().orElseThrow();
        }
        for (var object : List.of(part, data.get(2))) {
            byte[] bytes = Files.readAllBytes(object);
            bytes[at] ^= 4;
            Files.write(object, bytes);
        }
        shell.done("show d s");
        assertThat(shell.type("verify d").code()).isEqualTo(DAMAGED);
        shell.done("cat d s f1");
        shell.done("snapshot d t --session s");
    }

    @Test
    void contentThatIsMissingIsDamageInEveryCommand() throws IOException {
        for (var pack : packs(1)) Files.delete(pack);
        for (String line : List.of("cat d s f1", "restore d s back")) {
            assertThat(shell.type(line).code()).as(line).isEqualTo(DAMAGED);
        }
        for (var pack : packs(2)) Files.delete(pack);
        for (String line :
                List.of("show d s", "show d s --manifest", "cat d s f1", "restore d s back")) {
            var answer = shell.type(line);
            assertThat(answer.code()).as(line + answer.err()).isEqualTo(DAMAGED);
        }
        assertThat(folder.resolve("back")).doesNotExist();
    }

    @Test
    void aLostPackIsHealedAsAdvised() throws IOException {
        Files.delete(data.get(1));
        var told = shell.type("verify d");
        assertThat(told.code()).isEqualTo(DAMAGED);
        assertThat(told.out()).contains(" f1 (", "snapshot the tree again").doesNotContain(" f2 (");
        assertThat(shell.type("verify d --json").out()).contains("snapshot the tree again");
        shell.done("snapshot d t --session s");
        told = shell.type("verify d");
        assertThat(told.code()).isEqualTo(DAMAGED);
        assertThat(told.out()).contains("lies elsewhere").doesNotContain("lost: ");
        shell.done("collect d");
        assertThat(shell.done("verify d --read-data").out()).contains("whole");
    }

    /// Those of files are of kind 1, those of nodes of kind 2.
    private List<Path> packs(int kind) throws IOException {
        var found = new ArrayList<Path>();
        try (var all = Files.walk(folder.resolve("d/default/common/packs"))) {
            for (var path : all.sorted().toList()) {
                if (!Files.isRegularFile(path)) continue;
                if (Files.readAllBytes(path)[9] == kind) found.add(path);
            }
        }
        return found;
    }

    @Test
    void whereTheWholeTreeIsLostThatIsSaid() throws IOException {
        for (var pack : packs(2)) Files.delete(pack);
        var told = shell.type("verify d");
        assertThat(told.code()).isEqualTo(DAMAGED);
        assertThat(told.out())
                .containsPattern("lost: cp_[0-9a-z]+ everything in it \\(")
                .doesNotContain("  (");
    }
}
