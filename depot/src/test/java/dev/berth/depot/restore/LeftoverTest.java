package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

@DisplayName("What a killed restore left beside its files")
class LeftoverTest {
    private static final String RANDOM = ".tmp-0123456789abcdef";
    private static final String LONG = "long".repeat(20);

    @TempDir Path scratch;
    private Path tree;
    private Path back;
    private DepotFixture depot;

    @BeforeEach
    void make() throws Exception {
        tree = Files.createDirectory(scratch.resolve("tree"));
        back = scratch.resolve("back");
        Files.createDirectories(tree.resolve("in/ner"));
        for (String name : List.of("f", "in/f", "in/ner/f", "in/" + LONG)) {
            Files.writeString(tree.resolve(name), "content of " + name);
        }
        Files.createSymbolicLink(tree.resolve("in/link"), Path.of("f"));
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR);
    }

    @AfterEach
    void close() {
        depot.close();
    }

    @Test
    void isRemovedByTheNext() throws Exception {
        var taken = restored();
        leave("f", "in/f", "in/ner/f", "in/restore");
        Files.createSymbolicLink(back.resolve("in/.link" + RANDOM), Path.of("f"));
        Files.createDirectory(back.resolve(".berth-probe" + RANDOM));
        var receipt = depot.restore(taken, back);
        assertThat(receipt.isWhole()).isTrue();
        assertThat(receipt.removed()).isEqualTo(6);
        assertThat(depot.snapshot(back).checkpoint().trees()).isEqualTo(taken.trees());
    }

    @Test
    void isKnownByWhateverNameAFileHas() throws Exception {
        var names = List.of("a\nb", "\\x0a", "ü €", LONG, "restore", ".tmp-");
        for (String name : names) Files.writeString(tree.resolve(name), name);
        var taken = restored();
        for (String name : names) {
            String left = Temporary.of(Name.of(name)).text().orElseThrow();
            Files.writeString(back.resolve(left), "part of");
        }
        assertThat(depot.restore(taken, back).removed()).isEqualTo(names.size());
    }

    @Test
    void isRemovedWhereOnlyPartsAreWanted() throws Exception {
        var taken = restored();
        leave("f", "in/f", "in/ner/f");
        restore(taken, "f", "in/ner");
        assertThat(left("f")).doesNotExist();
        assertThat(left("in/ner/f")).doesNotExist();
        // Nobody has asked for what belongs here.
        assertThat(left("in/f")).exists();
    }

    @Test
    void isNotWhatTheCheckpointHasUnderSuchAName() throws Exception {
        Files.writeString(tree.resolve(".f" + RANDOM), "mine");
        var taken = restored();
        assertThat(depot.restore(taken, back).removed()).isZero();
        assertThat(left("f")).hasContent("mine");
        assertThat(restore(taken, "f").removed()).isZero();
        assertThat(left("f")).hasContent("mine");
    }

    @Test
    void isNotWhatIsNamedAfterNothingInTheCheckpoint() throws Exception {
        var taken = restored();
        leave("other", "restore", "in/ner/in");
        Files.writeString(back.resolve(".f.tmp-0123"), "mine");
        Files.createDirectory(back.resolve("in/.f" + RANDOM));
        var receipt = depot.restore(taken, back);
        assertThat(receipt.isWhole()).isTrue();
        assertThat(receipt.removed()).isZero();
        for (String name : List.of("other", "restore", "in/ner/in", "in/f")) {
            assertThat(left(name)).exists();
        }
        assertThat(back.resolve(".f.tmp-0123")).exists();
    }

    private Checkpoint restored() throws Failure {
        var taken = depot.snapshot(tree).checkpoint();
        depot.restore(taken, back);
        return taken;
    }

    private Receipt restore(Checkpoint taken, String... paths) throws Failure {
        var names =
                Stream.of(paths)
                        .map(path -> Stream.of(path.split("/", -1)).map(Name::of).toList())
                        .toList();
        var parts = Map.of(Volume.WORKSPACE, Choice.of(names));
        return depot.restore(taken, back, new RestoreCheckpoint.Wish(parts, false, false));
    }

    private void leave(String... files) throws Exception {
        for (String file : files) Files.writeString(left(file), "part of");
    }

    private Path left(String file) {
        Path place = back.resolve(file);
        return place.resolveSibling("." + place.getFileName() + RANDOM);
    }
}
