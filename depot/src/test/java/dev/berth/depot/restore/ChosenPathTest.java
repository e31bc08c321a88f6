package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

@DisplayName("A path that is chosen for a restore")
class ChosenPathTest {
    @TempDir Path scratch;
    private DepotFixture depot;
    private Path tree;
    private Path back;

    @BeforeEach
    void make() throws Exception {
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        tree = scratch.resolve("tree");
        Files.createDirectories(tree.resolve("a/b"));
        Files.writeString(tree.resolve("a/b/file"), "one");
        Files.writeString(tree.resolve("a/other"), "two");
        back = scratch.resolve("back");
    }

    @AfterEach
    void close() {
        depot.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b/file", "a/b", "a"})
    void isBroughtBack(String path) throws Exception {
        var taken = depot.snapshot(tree).checkpoint();
        assertThat(depot.restore(taken, back, wish(path)).isWhole()).isTrue();
        assertThat(back.resolve(path)).exists();
        assertThat(back.resolve("a/other").toFile().exists()).isEqualTo(path.equals("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "a/no", "a/b/no", "a/b/file/no", "a/b/file/no/further"})
    void isRefusedWhereItLeadsNowhere(String path) throws Exception {
        var taken = depot.snapshot(tree).checkpoint();
        assertThatThrownBy(() -> depot.restore(taken, back, wish("a/other", path)))
                .isInstanceOf(Failure.NotFound.class)
                .hasMessageContaining("there is no " + path + " in checkpoint " + taken.id());
        assertThat(back).doesNotExist();
    }

    @Test
    void isRefusedInAVolumeThatIsNotThere() throws Exception {
        var taken = depot.snapshot(tree).checkpoint();
        var choice = Choice.of(List.of(List.of(Name.of("a"))));
        var wish = new RestoreCheckpoint.Wish(Map.of(Volume.MEMORY, choice), false, false);
        assertThatThrownBy(() -> depot.restore(taken, back, wish))
                .isInstanceOf(Failure.NotFound.class);
    }

    private static RestoreCheckpoint.Wish wish(String... paths) {
        var names =
                Arrays.stream(paths)
                        .map(p -> Arrays.stream(p.split("/", -1)).map(Name::of).toList())
                        .toList();
        return new RestoreCheckpoint.Wish(Map.of(Volume.WORKSPACE, Choice.of(names)), false, false);
    }
}
