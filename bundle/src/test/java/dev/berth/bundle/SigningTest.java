package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.bundle.Port.Form;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.bundle.signing.KeyFolder;
import dev.berth.bundle.signing.SignerPin;
import dev.berth.bundle.signing.SigningKey;
import dev.berth.bundle.signing.VerifyKey;
import dev.berth.disk.SessionId;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

@DisplayName("A signature")
class SigningTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final SessionId TENANT = new SessionId("default");

    @TempDir(factory = Ram.class)
    Path folder;

    private Port port;
    private Path disk;

    @BeforeEach
    void fill() throws Failure {
        port = Port.at(folder);
        disk = port.create("d", Form.TREE);
        try (var open = port.open(disk)) {
            open.put(new VolumePath("/x"), "work".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void isPinnedByKeyIdOrByKey() throws Failure {
        var key = SigningKey.generate(RANDOM);
        port.ship(disk, port.path("out.wbundle"), ShipOptions.PLAIN.signedBy(key));
        for (String pin : new String[] {key.verifyKey().id(), key.verifyKey().text()}) {
            var received = port.verify(port.path("out.wbundle"), pinned(pin));
            assertThat(received.signer()).contains(key.verifyKey());
        }
        var other = SigningKey.generate(RANDOM).verifyKey();
        for (String pin : new String[] {other.id(), other.text()}) {
            assertThatThrownBy(
                            () ->
                                    port.receive(
                                            port.path("out.wbundle"),
                                            port.path("back"),
                                            pinned(pin)))
                    .isInstanceOf(Failure.WrongKey.class);
        }
    }

    @Test
    void isMissedWhenOneWasExpected() throws Failure {
        port.ship(disk, port.path("out.wbundle"));
        String pin = SigningKey.generate(RANDOM).verifyKey().id();
        assertThatThrownBy(() -> port.verify(port.path("out.wbundle"), pinned(pin)))
                .isInstanceOf(Failure.WrongKey.class);
    }

    @Test
    void byAKeyOfSmallOrderIsTakenByTheJdkAndNotByUs() throws Exception {
        // The identity as a key, the identity and zero as a signature: of anything.
        byte[] encoded = HexFormat.of().parseHex("302a300506032b657003210001" + "00".repeat(31));
        var key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        byte[] forged = new byte[64];
        forged[0] = 1;
        var verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(key);
        verifier.update("anything".getBytes(StandardCharsets.UTF_8));
        assertThat(verifier.verify(forged)).as("why we look ourselves").isTrue();
        String text = Base64.getEncoder().encodeToString(encoded);
        assertThatThrownBy(() -> VerifyKey.parse(text)).isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(() -> SignerPin.parse(text)).isInstanceOf(Failure.Refused.class);
    }

    @Test
    void comesFromAKeyThatIsMadeOnceForEachTenant() throws Exception {
        try (var keys = port.files().open(folder)) {
            var ring = new KeyFolder(keys);
            assertThat(ring.find(TENANT)).isEmpty();
            var made = ring.findOrMake(TENANT, RANDOM);
            assertThat(made.isNew()).isTrue();
            var again = ring.findOrMake(TENANT, RANDOM);
            assertThat(again.isNew()).isFalse();
            assertThat(again.key().verifyKey()).isEqualTo(made.key().verifyKey());
            assertThat(ring.findOrMake(new SessionId("acme"), RANDOM).key().verifyKey())
                    .isNotEqualTo(made.key().verifyKey());
            Path file = folder.resolve("bundle-default.json");
            assertThat(Files.getPosixFilePermissions(file))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(made.key().toString()).doesNotContain(secret(file));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
            assertThatThrownBy(() -> ring.find(TENANT)).isInstanceOf(Failure.Refused.class);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            Files.writeString(file, Files.readString(file).replace("\"default\"", "\"other\""));
            assertThatThrownBy(() -> ring.find(TENANT)).isInstanceOf(Failure.Damaged.class);
        }
    }

    private static String secret(Path file) throws Exception {
        return Files.readString(file).replaceAll("(?s).*\"secret_key\": \"(.*?)\".*", "$1");
    }

    private static Terms pinned(String text) throws Failure {
        return new Terms(false, Optional.of(SignerPin.parse(text)));
    }
}
