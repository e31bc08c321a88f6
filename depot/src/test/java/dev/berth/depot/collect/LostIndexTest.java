package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.depot.Upkeep;
import dev.berth.depot.index.Index;
import dev.berth.depot.key.DomainName;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Invariant 5 of the format.
@DisplayName("A collect where index objects are lost")
class LostIndexTest {
    @TempDir Path scratch;
    private DepotFixture depot;
    private Path tree;

    @BeforeEach
    void make() throws Exception {
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        tree = scratch.resolve("tree");
        for (int i = 0; i < 3; i++) {
            Sample.make(tree, 20 + i, 12);
            depot.snapshot(tree);
        }
    }

    @AfterEach
    void close() {
        depot.close();
    }

    @ParameterizedTest(name = "{0} of 3")
    @ValueSource(ints = {1, 2, 3})
    void makesThemAnewAtOnceAndCopiesNothing(int lost) throws Exception {
        var packs = objects("packs");
        for (var object : objects("index").subList(0, lost)) Files.delete(object);
        var dry = new Upkeep(depot.depot()).collect(true);
        assertThat(dry.condemnedPacks()).isZero();
        for (int run = 0; run < 3; run++) {
            var done = collect();
            assertThat(done.copiedBytes()).isZero();
            assertThat(done.condemnedPacks()).isZero();
            assertThat(new Upkeep(depot.depot()).verify(true).isWhole()).isTrue();
        }
        assertThat(objects("packs")).isEqualTo(packs);
        try (var index = Index.load(depot.tenant().domain(DomainName.COMMON))) {
            assertThat(index.packs()).hasSameSizeAs(packs);
        }
        comesBack();
    }

    @Test
    void stillTakesAwayWhatNobodyRefersTo() throws Exception {
        var all = depot.tenant().checkpoints().list();
        for (var object : objects("index")) Files.delete(object);
        new Upkeep(depot.depot()).forgetting(depot.tenant()).forget(all.subList(0, 2));
        collect();
        collect();
        assertThat(depot.tenant().stats().reclaimableBytes()).isLessThan(stored() / 100);
        comesBack();
    }

    @Test
    void leavesTheDeadPacksOfAKilledWriterAsTheyAre() throws Exception {
        var all = depot.tenant().checkpoints().list();
        for (var object : objects("index")) Files.delete(object);
        new Upkeep(depot.depot()).forgetting(depot.tenant()).forget(all);
        int packs = objects("packs").size();
        assertThat(collect().condemnedPacks()).isZero();
        assertThat(objects("packs")).hasSize(packs);
        assertThat(objects("index")).isEmpty();
        assertThat(collect().deletedPacks()).isEqualTo(packs);
    }

    private Collected collect() throws Failure {
        return new Upkeep(depot.depot()).collect(false);
    }

    private void comesBack() throws Exception {
        var last = depot.tenant().find("latest");
        Path back = scratch.resolve("back");
        assertThat(depot.restore(last, back).isWhole()).isTrue();
        assertThat(Sample.told(back)).isEqualTo(Sample.told(tree));
    }

    private long stored() throws IOException {
        return objects("packs").stream().mapToLong(pack -> pack.toFile().length()).sum();
    }

    private List<Path> objects(String folder) throws IOException {
        try (var all = Files.walk(depot.folder().resolve("default/common").resolve(folder))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
