package dev.berth.depot.keyring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyInForce;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.key.MasterKeyFile;
import dev.berth.disk.SessionId;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

@DisplayName("Who has read the master key before it was rotated")
class RotatedMeanwhileTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final DomainName OWN = DomainName.of(new SessionId("s1"));
    private static final DomainName NEW = DomainName.of(new SessionId("s2"));

    private final ModelledFiles files = new ModelledFiles();
    private final BlobStore store = store(files);

    private static BlobStore store(ModelledFiles files) {
        try {
            return FolderBlobs.open(files, Path.of("/"));
        } catch (Failure failure) {
            throw new IllegalStateException(failure);
        }
    }

    private MasterKeyFile file() throws Failure {
        return new MasterKeyFile(files, Path.of("/master.key"), RANDOM);
    }

    private KeyRing ring(KeyService key) {
        return new KeyRing(store, "d", "default", key, RANDOM);
    }

    @Test
    void goesOnWhereverTheRotationIs() throws Failure {
        file().create().close();
        var begun = new ArrayList<KeyRing>();
        step(begun);
        begun.getFirst().findOrMake(OWN);
        begun.getFirst().findOrMake(DomainName.COMMON);
        for (int round = 0; round < 3; round++) rotate(begun);
        // Each time: before, between and after all that a rotation does.
        assertThat(begun).hasSize(1 + 3 * 6);
        // What one of them makes is for the key that is in force.
        begun.getFirst().findOrMake(NEW);
        assertThat(ring(file().read()).find(NEW)).isPresent();
    }

    private void rotate(List<KeyRing> begun) throws Failure {
        var next = file().next().create();
        step(begun);
        new RotateMaster(
                        key -> {
                            step(begun);
                            return List.of(ring(key));
                        })
                .run(
                        file().read(),
                        next,
                        () -> {
                            file().advance();
                            step(begun);
                        });
        step(begun);
    }

    /// One more begins, and all who have begun do what they do.
    private void step(List<KeyRing> begun) throws Failure {
        begun.add(ring(new KeyInForce(file()::read)));
        for (var ring : begun) {
            ring.requireKey();
            if (!ring.has(OWN)) continue;
            assertThat(ring.find(OWN)).isPresent();
            assertThat(ring.findToWrite(DomainName.COMMON)).isPresent();
            assertThat(ring.holds(OWN, Set.of(1))).isTrue();
        }
    }

    @Test
    void isRefusedWhereTheKeyInForceIsAStrangers() throws Failure {
        ring(MasterKey.generate(RANDOM)).findOrMake(OWN);
        var read = new AtomicInteger();
        var stranger = MasterKey.generate(RANDOM);
        var key =
                new KeyInForce(
                        () -> {
                            read.incrementAndGet();
                            return stranger;
                        });
        assertThatThrownBy(() -> ring(key).find(OWN)).isInstanceOf(Failure.WrongKey.class);
        assertThat(read).hasValue(2);
    }
}
