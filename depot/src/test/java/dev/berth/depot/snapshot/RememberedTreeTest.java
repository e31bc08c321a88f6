package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.DepotFixture;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.pack.PackId;
import dev.berth.durable.ContentHash;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

@DisplayName("A tree that this machine remembers")
class RememberedTreeTest {
    @TempDir Path scratch;
    private TakenTree taken;

    @BeforeEach
    void make() throws Exception {
        taken = TakenTree.make(scratch, 7, 60);
    }

    @AfterEach
    void close() {
        taken.close();
    }

    @Test
    void isNotReadAgain() throws Exception {
        assertThat(taken.take().filesRead()).isEqualTo(60);
        var second = taken.take();
        assertThat(second.filesRead()).isZero();
        assertThat(second.storedBytes()).isZero();
        taken.comesBack(second.checkpoint());
    }

    @Test
    void isReadWhereItChanged() throws Exception {
        taken.take();
        Files.writeString(taken.tree().resolve("new"), "new");
        Files.writeString(taken.tree().resolve("f0 ü €"), "changed");
        Files.delete(taken.tree().resolve("empty/deeper"));
        var second = taken.take();
        assertThat(second.filesRead()).isEqualTo(2);
        taken.comesBack(second.checkpoint());
        taken.settle();
        assertThat(taken.take().filesRead()).isLessThanOrEqualTo(2);
    }

    /// What nothing has changed in is taken over from one memory to the next as it is.
    @Test
    void isKnownAfterAnyNumberOfTurns() throws Exception {
        taken.take();
        for (int turn = 0; turn < 4; turn++) {
            var changed = taken.tree().resolve("turns");
            Files.createDirectories(changed);
            Files.writeString(changed.resolve("turn" + turn), "turn " + turn);
            taken.settle();
            var outcome = taken.take();
            assertThat(outcome.filesRead()).as("turn %d", turn).isEqualTo(1);
            taken.comesBack(outcome.checkpoint());
            assertThat(taken.take().filesRead()).as("after turn %d", turn).isZero();
        }
    }

    @Test
    void isReadAgainWhenItsChunksAreCondemned() throws Exception {
        taken.take();
        Domain domain = taken.depot().tenant().domain(DomainName.COMMON);
        Set<PackId> packs;
        try (var index = Index.load(domain)) {
            packs = index.packs();
        }
        Dooms.put(domain, new Doom(packs, Set.of(), Set.of()), new SecureRandom());
        for (var pack : packs) domain.store().delete(domain.pack(pack));
        var second = taken.take();
        // An empty file stands for no chunk.
        assertThat(second.filesRead()).isEqualTo(60 - empty());
        taken.comesBack(second.checkpoint());
        assertThat(taken.take().filesRead()).isZero();
    }

    @Test
    void isLookedUpWhenSomethingElseIsCondemned() throws Exception {
        taken.take();
        Domain domain = taken.depot().tenant().domain(DomainName.COMMON);
        var other = PackId.random(new SecureRandom());
        Dooms.put(domain, new Doom(Set.of(other), Set.of(), Set.of()), new SecureRandom());
        var second = taken.take();
        assertThat(second.filesRead()).isZero();
        taken.comesBack(second.checkpoint());
    }

    @Test
    void isRememberedAnewWhenTheIndexIsAnotherOne() throws Exception {
        taken.take();
        Domain domain = taken.depot().tenant().domain(DomainName.COMMON);
        try (var index = Index.load(domain)) {
            new IndexWriter(domain, new SecureRandom()).rewrite(index, Set.of());
            for (var name : index.names()) domain.store().delete(name);
        }
        var before = memories();
        var second = taken.take();
        assertThat(second.filesRead()).isZero();
        assertThat(memories()).as("it stands on other objects now").isNotEqualTo(before);
        var after = memories();
        taken.comesBack(taken.take().checkpoint());
        assertThat(memories()).isEqualTo(after);
    }

    /// Nothing of an index is opened for a tree that is as it was.
    @Test
    void isNotLookedUpWhileTheIndexIsTheSame() throws Exception {
        taken.take();
        for (var object : taken.objects("index")) {
            byte[] all = Files.readAllBytes(object);
            all[20] ^= 1;
            Files.write(object, all);
        }
        taken.depot().reopen();
        var second = taken.take();
        assertThat(second.filesRead()).isZero();
        taken.comesBack(second.checkpoint());
        for (var object : taken.objects("index")) {
            byte[] all = Files.readAllBytes(object);
            Files.write(object, Arrays.copyOf(all, all.length - 1));
        }
        assertThat(taken.take().filesRead()).as("cut short").isPositive();
    }

    private String memories() throws Exception {
        try (var all = Files.list(scratch.resolve("memory"))) {
            var told = new TreeMap<String, String>();
            for (var file : all.toList()) {
                told.put(file.toString(), ContentHash.of(Files.readAllBytes(file)).hex());
            }
            return told.toString();
        }
    }

    @Test
    void leavesOutWhatIsExcludedNow() throws Exception {
        taken.take();
        var second =
                taken.depot()
                        .snapshot(
                                taken.tree(),
                                DepotFixture.SESSION,
                                _ -> taken.wish("tree").excluding(List.of("d1/")));
        assertThat(second.filesRead()).isZero();
        taken.depot().restore(second.checkpoint(), scratch.resolve("back"));
        assertThat(scratch.resolve("back/d1")).doesNotExist();
        assertThat(scratch.resolve("back/d2")).exists();
    }

    private long empty() throws Exception {
        try (var all = Files.walk(taken.tree())) {
            return all.filter(Files::isRegularFile).filter(f -> f.toFile().length() == 0).count();
        }
    }
}
