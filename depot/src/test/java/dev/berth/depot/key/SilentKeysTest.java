package dev.berth.depot.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.domain.Domain;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// What is printed of things that hold keys says nothing of the keys.
class SilentKeysTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private final MasterKey master = MasterKey.generate(RANDOM);
    private final DomainKeys keys = DomainKeys.generate(RANDOM).rotated(RANDOM);
    private final KeyScope scope = new KeyScope("d", "default", DomainName.of(new SessionId("s1")));

    private List<byte[]> secrets() {
        var secrets = new ArrayList<byte[]>();
        byte[] line = master.line();
        secrets.add(HexFormat.of().parseHex(new String(line, 0, 64, StandardCharsets.US_ASCII)));
        secrets.add(keys.idKey);
        secrets.add(keys.objectKey);
        for (var key : keys.dataKeys) secrets.add(key.secret());
        return secrets;
    }

    private void assertSilent(String said) {
        assertThat(said).isNotEmpty();
        for (byte[] secret : secrets()) {
            assertThat(said)
                    .doesNotContainIgnoringCase(HexFormat.of().formatHex(secret, 0, 8))
                    .doesNotContain(Base64.getEncoder().encodeToString(secret).substring(0, 12))
                    .doesNotContain(new String(secret, StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void whateverIsAskedToPrintItself() throws Failure {
        var sealer = Sealer.keyed(scope, keys, RANDOM);
        var living = new KeyWrapping(scope, RANDOM).wrap(keys, master);
        var things = new ArrayList<Object>();
        things.add(master);
        things.add(keys);
        things.addAll(keys.dataKeys);
        things.add(sealer);
        things.add(sealer.namer());
        things.add(sealer.pack(new byte[32], 2));
        things.add(new Domain(new MemoryBlobs(), sealer, () -> true));
        things.add(living);
        things.add(living.wraps());
        things.add(living.payload());
        things.add(master.keyId());
        for (var thing : things) assertSilent(thing.toString());
    }

    @Test
    void whateverGoesWrong() throws Failure {
        var wrapping = new KeyWrapping(scope, RANDOM);
        var living = wrapping.wrap(keys, master);
        var elsewhere = new KeyWrapping(new KeyScope("d", "other", scope.domain()), RANDOM);
        var stranger = MasterKey.generate(RANDOM);
        var sealer = Sealer.keyed(scope, keys, RANDOM);
        List<Wrong> wrongs =
                List.of(
                        () -> wrapping.unwrap(living, stranger),
                        () -> elsewhere.unwrap(living, master),
                        () -> sealer.pack(new byte[32], 9),
                        () -> sealer.pack(new byte[32], 2).open(SealKind.DATA, 0, new byte[40]),
                        () -> sealer.openObject(SealKind.DOOM, "x", new byte[90]),
                        () ->
                                MasterKey.parse(
                                        new String(master.line(), 0, 60, StandardCharsets.US_ASCII),
                                        "a file",
                                        RANDOM));
        for (var wrong : wrongs) {
            try {
                wrong.run();
                throw new AssertionError("nothing went wrong");
            } catch (Failure failure) {
                assertSilent(failure + failure.advice() + failure.facts());
            }
        }
    }

    private interface Wrong {
        Object run() throws Failure;
    }

    @Test
    void whatIsStoredHoldsNoneOfThem() throws Failure {
        byte[] stored = KeyObjectCodec.encode(new KeyWrapping(scope, RANDOM).wrap(keys, master));
        assertSilent(new String(stored, StandardCharsets.ISO_8859_1));
    }

    @Test
    void keysThatWereClosedAreWiped() {
        keys.close();
        assertThat(keys.idKey).containsOnly(0);
        assertThat(keys.objectKey).containsOnly(0);
        for (var key : keys.dataKeys) assertThat(key.secret()).containsOnly(0);
    }
}
