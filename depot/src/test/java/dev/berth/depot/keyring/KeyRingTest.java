package dev.berth.depot.keyring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyScope;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.key.MasterKeyFile;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.key.Sealer;
import dev.berth.disk.SessionId;
import dev.berth.durable.FileLayer;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

class KeyRingTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final DomainName OWN = DomainName.of(new SessionId("s1"));
    private static final Path ROOT = Path.of("/");
    private static final byte[] PACK = new byte[32];

    private final ModelledFiles files = new ModelledFiles();
    private final MasterKey master = MasterKey.generate(RANDOM);

    private static KeyRing ring(BlobStore store, KeyService service) {
        return new KeyRing(store, "d", "default", service, RANDOM);
    }

    private KeyRing ring() throws Failure {
        return ring(FolderBlobs.open(files, ROOT), master);
    }

    private static Sealer sealer(KeyRing ring, DomainName domain) throws Failure {
        var keys = ring.find(domain).orElseThrow();
        return Sealer.keyed(new KeyScope("d", "default", domain), keys, RANDOM);
    }

    private static byte[] sealed(KeyRing ring, DomainName domain) throws Failure {
        var sealer = sealer(ring, domain);
        return sealer.pack(PACK, sealer.currentDataKey()).seal(SealKind.DATA, 0, new byte[5]);
    }

    private static void opens(KeyRing ring, DomainName domain, int key, byte[] sealed)
            throws Failure {
        assertThat(sealer(ring, domain).pack(PACK, key).open(SealKind.DATA, 0, sealed))
                .isEqualTo(new byte[5]);
    }

    @Test
    void findsTheKeysThatItMade() throws Failure {
        ring().findOrMake(DomainName.COMMON);
        opens(ring(), DomainName.COMMON, 1, sealed(ring(), DomainName.COMMON));
        assertThat(ring().find(OWN)).isEmpty();
    }

    @Test
    void givesAllWhoComeAtOnceTheSameKeys() throws Exception {
        var ring = ring();
        try (var threads = Executors.newFixedThreadPool(4)) {
            Callable<Object> make =
                    () -> {
                        ring.findOrMake(OWN);
                        var sealer = sealer(ring, OWN);
                        return sealer.namer().name(new byte[1]);
                    };
            var names = new HashSet<Object>();
            for (var result : threads.invokeAll(List.of(make, make, make, make))) {
                names.add(result.get());
            }
            assertThat(names).hasSize(1);
        }
    }

    @Test
    void losesNoDataKeyWhenSeveralRotateAtOnce() throws Exception {
        var ring = ring();
        ring.findOrMake(OWN);
        var made = new HashSet<Integer>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            Callable<Integer> rotate = () -> ring.rotateData(OWN);
            for (var result : threads.invokeAll(List.of(rotate, rotate, rotate, rotate))) {
                made.add(result.get());
            }
        }
        // One that is overtaken at once cannot tell, and makes another key: too many, none lost.
        assertThat(made).hasSize(4);
        var ids = ring.find(OWN).orElseThrow().dataKeyIds().boxed().toList();
        assertThat(ids).containsAll(made).startsWith(1).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void isAWrongKeyForAnotherMasterKey() throws Failure {
        ring().findOrMake(OWN);
        var stranger = ring(FolderBlobs.open(files, ROOT), MasterKey.generate(RANDOM));
        assertThatThrownBy(() -> stranger.find(OWN))
                .isInstanceOf(Failure.WrongKey.class)
                .hasMessageContaining(master.keyId());
    }

    @Test
    void aDestroyedDomainOpensNoMoreAndOthersDo() throws Failure {
        ring().findOrMake(OWN);
        ring().findOrMake(DomainName.COMMON);
        byte[] common = sealed(ring(), DomainName.COMMON);
        // A writer that was killed on its way.
        var killed = FolderBlobs.open(files, ROOT).upload(new BlobName("default/keys/own.s1.2"));
        killed.write(new byte[9], 0, 9);
        var receipt = ring().destroy(OWN, Instant.ofEpochSecond(1_700_000_000));
        assertThat(receipt.destroyed()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
        assertThatThrownBy(() -> ring().find(OWN)).isInstanceOf(Failure.WrongKey.class);
        assertThatThrownBy(() -> ring().findOrMake(OWN)).isInstanceOf(Failure.WrongKey.class);
        assertThatThrownBy(() -> ring().rotateData(OWN)).isInstanceOf(Failure.WrongKey.class);
        opens(ring(), DomainName.COMMON, 1, common);
        assertThat(ring().destroy(OWN, Instant.ofEpochSecond(5))).isEqualTo(receipt);
        // Nothing but the receipt is left of it.
        try (var store = FolderBlobs.open(files, ROOT)) {
            assertThat(store.list("default/keys/"))
                    .extracting(listed -> listed.name().last())
                    .containsExactly("common", "own.s1.2");
            assertThat(store.leftovers()).isEmpty();
        }
    }

    @Test
    void aLateRotationDoesNotBringADestroyedDomainBack() throws Failure {
        var generations = new Generations(FolderBlobs.open(files, ROOT), "default");
        ring().findOrMake(OWN);
        var late = generations.current(OWN).orElseThrow();
        ring().rotateData(OWN);
        ring().destroy(OWN, Instant.EPOCH);
        // Generation 2 was free again, since 3 is the receipt.
        assertThat(generations.put(OWN, late.generation(), late.object())).isFalse();
        assertThatThrownBy(() -> ring().find(OWN)).isInstanceOf(Failure.WrongKey.class);
        try (var store = FolderBlobs.open(files, ROOT)) {
            assertThat(store.list("default/keys/")).hasSize(1);
        }
    }

    @Test
    void aPowerLossAnywhereInAMasterRotationLeavesEverythingReadable() throws Exception {
        rotateUnderPowerLoss(true);
    }

    @Test
    void whichTheStepsInAnotherOrderWouldNot() {
        assertThatThrownBy(() -> rotateUnderPowerLoss(false)).isInstanceOf(AssertionError.class);
    }

    private void rotateUnderPowerLoss(boolean inOrder) throws Exception {
        var keyFile = new MasterKeyFile(files, Path.of("/master.key"), RANDOM);
        var first = keyFile.create();
        var ring = ring(FolderBlobs.open(files, ROOT), first);
        ring.findOrMake(OWN);
        ring.findOrMake(DomainName.COMMON);
        byte[] own = sealed(ring, OWN);
        byte[] common = sealed(ring, DomainName.COMMON);
        CrashExplorer.Check check =
                survivor -> {
                    var key = new MasterKeyFile(survivor, Path.of("/master.key"), RANDOM).read();
                    var again = ring(FolderBlobs.open(survivor, ROOT), key);
                    opens(again, OWN, 1, own);
                    opens(again, DomainName.COMMON, 1, common);
                    rotate(survivor);
                };
        var explorer = new CrashExplorer(files, Tearing.SECTOR, check, 40, 1);
        if (inOrder) {
            rotate(explorer.files());
        } else {
            var watched = new MasterKeyFile(explorer.files(), Path.of("/master.key"), RANDOM);
            watched.next().create();
            watched.advance();
        }
        assertThat(explorer.crashes()).isGreaterThan(20);
        var now = ring(FolderBlobs.open(files, ROOT), keyFile.read());
        assertThat(now.domains()).allMatch(domain -> domain.masterKeys().size() == 1);
        assertThat(keyFile.read().keyId()).isNotEqualTo(first.keyId());
    }

    private static void rotate(FileLayer layer) throws Failure {
        var file = new MasterKeyFile(layer, Path.of("/master.key"), RANDOM);
        try (var store = FolderBlobs.open(layer, ROOT)) {
            var next = file.next().exists() ? file.next().read() : file.next().create();
            new RotateMaster(key -> List.of(ring(store, key)))
                    .run(file.read(), next, file::advance);
        }
    }
}
