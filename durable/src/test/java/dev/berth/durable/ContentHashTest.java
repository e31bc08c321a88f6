package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

class ContentHashTest {
    private static final String OF_ABC =
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void isSha256InLowerCase() {
        var hash = ContentHash.of("abc".getBytes(StandardCharsets.US_ASCII));
        assertThat(hash).hasToString(OF_ABC);
        assertThat(hash.hex()).isEqualTo(OF_ABC);
    }

    @Test
    void comesBackFromItsText() throws Failure {
        assertThat(ContentHash.parse(OF_ABC).hex()).isEqualTo(OF_ABC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
                OF_ABC + "\n",
                " " + OF_ABC,
                "ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            })
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> ContentHash.parse(text)).isInstanceOf(Failure.Malformed.class);
        assertThatThrownBy(() -> new ContentHash(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65535, 65536, 65537, 200_000})
    void isTheSameForBytesAndForTheFileThatHoldsThem(int size) throws FileFault {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        try (var root = new ModelledFiles().open(Path.of("/"));
                var file = root.create(Name.of("file"), 0600)) {
            file.writeFully(MemorySegment.ofArray(bytes), 0);
            assertThat(ContentHash.of(file)).isEqualTo(ContentHash.of(bytes));
        }
    }
}
