package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.snapshot.Outcome;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.disk.Volume;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
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
import java.util.Map;
import java.util.Set;

@DisplayName("A tree that was brought back")
class RememberedRestoreTest {
    private static final int FILES = 60;

    @TempDir Path scratch;
    private Path tree;
    private Path back;
    private Folder memory;
    private DepotFixture depot;
    private Checkpoint taken;

    @BeforeEach
    void make() throws Exception {
        tree = scratch.resolve("tree");
        back = scratch.resolve("back");
        Sample.make(tree, 7, FILES);
        Files.createDirectory(scratch.resolve("memory"));
        memory = SystemFiles.here().open(scratch.resolve("memory"));
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        taken = depot.snapshot(tree).checkpoint();
    }

    @AfterEach
    void close() {
        memory.close();
        depot.close();
    }

    @Test
    void isNotReadForTheNextSnapshot() throws Exception {
        bring(RestoreCheckpoint.Wish.ALL);
        var next = take();
        assertThat(next.filesRead()).isZero();
        assertThat(next.storedBytes()).isZero();
        assertThat(next.checkpoint().trees()).isEqualTo(taken.trees());
    }

    @Test
    void isReadWhereItWasTouchedSince() throws Exception {
        bring(RestoreCheckpoint.Wish.ALL);
        Path file = back.resolve("f0 ü €");
        var modified = Files.getLastModifiedTime(file);
        byte[] other = Files.readAllBytes(file);
        other[0] ^= 1;
        Files.write(file, other);
        Files.setLastModifiedTime(file, modified);
        var next = take();
        assertThat(next.filesRead()).isEqualTo(1);
        comesBack(next);
    }

    @Test
    void isReadAgainWhenItsCheckpointIsGivenUpAndCollected() throws Exception {
        bring(RestoreCheckpoint.Wish.ALL);
        var upkeep = new Upkeep(depot.depot());
        upkeep.forgetting(depot.tenant()).forget(List.of(Checkpoints.entry(taken)));
        upkeep.collect(false);
        var next = take();
        assertThat(next.filesRead()).isPositive();
        comesBack(next);
    }

    @Test
    void isNotRememberedWhenItsCheckpointIsGivenUpAlready() throws Exception {
        var domain = depot.tenant().domain(DomainName.COMMON);
        var doom = new Doom(Set.of(), Set.of(), Set.of(taken.id()));
        Dooms.put(domain, doom, new SecureRandom());
        bring(RestoreCheckpoint.Wish.ALL);
        assertThat(take().filesRead()).isEqualTo(FILES);
    }

    @Test
    void isNotRememberedInPart() throws Exception {
        var part = Choice.of(List.of(List.of(Name.of("d1"))));
        bring(new RestoreCheckpoint.Wish(Map.of(Volume.WORKSPACE, part), false, false));
        assertThat(remembered()).isEmpty();
    }

    @Test
    void isNotRememberedWhereOthersHadAPlace() throws Exception {
        Files.createDirectories(back.resolve("d1"));
        bring(RestoreCheckpoint.Wish.ALL);
        assertThat(remembered()).isEmpty();
    }

    private List<Path> remembered() throws Exception {
        try (var files = Files.list(scratch.resolve("memory"))) {
            return files.toList();
        }
    }

    private void bring(RestoreCheckpoint.Wish wish) throws Failure {
        var where = new Wish.Memory(memory, key());
        assertThat(depot.restore(taken, back, wish.remembering(where)).isWhole()).isTrue();
    }

    private Outcome take() throws Failure {
        return depot.snapshot(
                back, DepotFixture.SESSION, session -> Wish.of(session).remembering(memory, key()));
    }

    private CacheKey key() {
        return new CacheKey(depot.depot().description().id(), "default", "common", "back");
    }

    private void comesBack(Outcome outcome) throws Exception {
        Path again = scratch.resolve("again");
        assertThat(depot.restore(outcome.checkpoint(), again).isWhole()).isTrue();
        assertThat(Sample.told(again)).isEqualTo(Sample.told(back));
    }
}
