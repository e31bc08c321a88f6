package dev.berth.depot.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;

class MasterKeyTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String HEX =
            "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";
    private static final byte[] CONTEXT = {1, 2};

    @Test
    void isTheSameKeyWhereverItsDigitsAreRead() throws Failure {
        var one = MasterKey.parse(HEX, "here", RANDOM);
        var two = MasterKey.parse(HEX + "\n", "there", RANDOM);
        assertThat(one.keyId()).isEqualTo(two.keyId()).hasSize(32);
        assertThat(two.unwrap(one.wrap(new byte[32], CONTEXT), CONTEXT)).isEqualTo(new byte[32]);
    }

    @Test
    void opensNothingThatAnotherWrappedOrForAnotherPlace() throws Failure {
        var key = MasterKey.generate(RANDOM);
        byte[] wrapped = key.wrap(new byte[32], CONTEXT);
        assertThatThrownBy(() -> key.unwrap(wrapped, new byte[] {1, 3}))
                .isInstanceOf(Failure.Damaged.class);
        assertThatThrownBy(() -> MasterKey.generate(RANDOM).unwrap(wrapped, CONTEXT))
                .isInstanceOf(Failure.Damaged.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "zz", "é", HEX + "00", HEX + " ", " " + HEX})
    void refusesOtherTextWithoutRepeatingIt(String text) {
        var padded = text.length() == 2 ? text + HEX.substring(2) : text;
        if (padded.equals(HEX)) return;
        assertThatThrownBy(() -> MasterKey.parse(padded, "BERTH_MASTER_KEY", RANDOM))
                .isInstanceOf(Failure.WrongKey.class)
                .hasMessageContaining("BERTH_MASTER_KEY")
                .hasMessageNotContaining("334455");
    }

    @Test
    void tellsNoSecret() throws Failure {
        var key = MasterKey.parse(HEX, "here", RANDOM);
        var domain = DomainKeys.generate(RANDOM);
        var shown = key + " " + domain + " " + domain.dataKeys + domain.rotated(RANDOM);
        assertThat(shown).doesNotContainIgnoringCase("8899aabb").doesNotContain("[B@");
    }

    @Nested
    class InAFile {
        private final ModelledFiles files = new ModelledFiles();
        private final MasterKeyFile file;

        InAFile() throws Failure {
            file = new MasterKeyFile(files, Path.of("/master.key"), RANDOM);
        }

        @Test
        void isReadableByItsOwnerAlone() throws Failure, FileFault {
            var made = file.create();
            assertThat(file.read().keyId()).isEqualTo(made.keyId());
            try (var root = files.open(Path.of("/"))) {
                assertThat(root.stat(Name.of("master.key")).orElseThrow().mode()).isEqualTo(0600);
            }
        }

        @Test
        void isNeverReplacedByANewOne() throws Failure {
            file.create();
            assertThatThrownBy(file::create).isInstanceOf(Failure.Conflict.class);
        }

        @Test
        void isRefusedWhenOthersMayReadIt() throws Failure, FileFault {
            file.create();
            try (var root = files.open(Path.of("/"))) {
                root.setMode(Name.of("master.key"), 0640);
            }
            assertThatThrownBy(file::read).isInstanceOf(Failure.Refused.class);
        }

        @Test
        void isAWrongKeyWhenItIsMissingOrHoldsSomethingElse() throws Failure, FileFault {
            assertThatThrownBy(file::read).isInstanceOf(Failure.WrongKey.class);
            try (var root = files.open(Path.of("/"))) {
                byte[] text = "hello".getBytes(StandardCharsets.UTF_8);
                AtomicFile.write(root, Name.of("master.key"), text);
            }
            assertThatThrownBy(file::read).isInstanceOf(Failure.WrongKey.class);
        }

        @Test
        void advancesToTheNextByOneStepAndKeepsTheFormer() throws Failure {
            String first = file.create().keyId();
            String second = file.next().create().keyId();
            file.advance();
            assertThat(file.read().keyId()).isEqualTo(second);
            assertThat(file.former().read().keyId()).isEqualTo(first);
            assertThat(file.next().exists()).isFalse();
            file.next().create();
            file.advance();
            assertThat(file.former().read().keyId()).isEqualTo(second);
        }
    }
}
