package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.durable.Folder;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;

@DisplayName("A tree that this machine remembers")
class RememberedTreeTest {
    @TempDir Path scratch;
    private Path tree;
    private DepotFixture depot;
    private Folder memory;

    @BeforeEach
    void make() throws Exception {
        tree = scratch.resolve("tree");
        Sample.make(tree, 7, 60);
        Files.createDirectory(scratch.resolve("memory"));
        memory = SystemFiles.here().open(scratch.resolve("memory"));
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        tick();
    }

    @AfterEach
    void close() {
        memory.close();
        depot.close();
    }

    @Test
    void isNotReadAgain() throws Exception {
        assertThat(take().filesRead()).isEqualTo(60);
        var second = take();
        assertThat(second.filesRead()).isZero();
        assertThat(second.storedBytes()).isZero();
        comesBack(second);
    }

    @Test
    void isReadWhereItChanged() throws Exception {
        take();
        Files.writeString(tree.resolve("new"), "new");
        Files.writeString(tree.resolve("f0 ü €"), "changed");
        Files.delete(tree.resolve("empty/deeper"));
        var second = take();
        assertThat(second.filesRead()).isEqualTo(2);
        comesBack(second);
        tick();
        assertThat(take().filesRead()).isLessThanOrEqualTo(2);
    }

    @Test
    void isReadAgainWhenItsChunksAreCondemned() throws Exception {
        take();
        Domain domain = depot.tenant().domain(DomainName.COMMON);
        Set<PackId> packs;
        try (var index = Index.load(domain)) {
            packs = index.packs();
        }
        Dooms.put(domain, new Doom(packs, Set.of(), Set.of()), new SecureRandom());
        for (var pack : packs) domain.store().delete(domain.pack(pack));
        var second = take();
        // An empty file stands for no chunk.
        assertThat(second.filesRead()).isEqualTo(60 - empty());
        comesBack(second);
        assertThat(take().filesRead()).isZero();
    }

    @Test
    void isLookedUpWhenSomethingElseIsCondemned() throws Exception {
        take();
        Domain domain = depot.tenant().domain(DomainName.COMMON);
        var other = PackId.random(new SecureRandom());
        Dooms.put(domain, new Doom(Set.of(other), Set.of(), Set.of()), new SecureRandom());
        var second = take();
        assertThat(second.filesRead()).isZero();
        comesBack(second);
    }

    @Test
    void leavesOutWhatIsExcludedNow() throws Exception {
        take();
        var second =
                depot.snapshot(tree, DepotFixture.SESSION, s -> wish().excluding(List.of("d1/")));
        assertThat(second.filesRead()).isZero();
        depot.restore(second.checkpoint(), scratch.resolve("back"));
        assertThat(scratch.resolve("back/d1")).doesNotExist();
        assertThat(scratch.resolve("back/d2")).exists();
    }

    private long empty() throws Exception {
        try (var all = Files.walk(tree)) {
            return all.filter(Files::isRegularFile).filter(f -> f.toFile().length() == 0).count();
        }
    }

    private Outcome take() throws Failure {
        return depot.snapshot(tree, DepotFixture.SESSION, _ -> wish());
    }

    private Wish wish() {
        var key = new CacheKey(depot.depot().description().id(), "default", "common", "tree");
        return Wish.of(DepotFixture.SESSION).remembering(memory, key);
    }

    private void comesBack(Outcome outcome) throws Exception {
        var receipt = depot.restore(outcome.checkpoint(), scratch.resolve("back"));
        assertThat(receipt.isWhole()).isTrue();
        assertThat(Sample.told(scratch.resolve("back"))).isEqualTo(Sample.told(tree));
    }

    /// Until the file system's clock has moved on: what was made before is settled then.
    private void tick() throws Exception {
        Path probe = scratch.resolve("probe");
        Files.writeString(probe, "");
        var before = Files.getLastModifiedTime(probe);
        while (Files.getLastModifiedTime(probe).equals(before)) {
            Files.writeString(probe, "x");
        }
    }
}
