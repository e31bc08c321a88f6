package dev.berth.depot.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

class ChunkIdTest {
    @Test
    void isTheSha256OfTheContentInAClearDepot() {
        assertThat(ChunkNamer.clear().name(ascii("abc")).hex())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void isAnHmacUnderTheIdKeyInASealedOne() {
        var key = new byte[32];
        Arrays.fill(key, (byte) 0x0b);
        // Of the content's hash; checked with Python's hmac and hashlib.
        assertThat(ChunkNamer.keyed(key).name(ascii("Hi There")).hex())
                .isEqualTo("7fcc250351ffd369299847114e7c4a16ad425f5ec6d92930996fdc8fd3006869");
    }

    @Test
    void isTheSameEveryTimeOneNamerIsAsked() {
        var namer = ChunkNamer.clear();
        namer.name(ascii("something else"));
        assertThat(namer.name(ascii("xabcx"), 1, 3))
                .isEqualTo(ChunkNamer.clear().name(ascii("abc")));
    }

    @Test
    void survivesBytesAndHexAndSortsAsItsBytesDo() throws Failure {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 1000; i++) {
            var one = new byte[ChunkId.BYTES];
            var two = new byte[ChunkId.BYTES];
            random.nextBytes(one);
            random.nextBytes(two);
            var id = ChunkId.at(one, 0);
            assertThat(id.bytes()).isEqualTo(one);
            assertThat(ChunkId.parse(id.hex())).isEqualTo(id);
            assertThat(ChunkId.next(ByteBuffer.wrap(one))).isEqualTo(id).hasSameHashCodeAs(id);
            assertThat(Integer.signum(id.compareTo(ChunkId.at(two, 0))))
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(one, two)));
        }
    }

    @Test
    void refusesWhatIsNoId() {
        assertThatThrownBy(() -> ChunkId.parse("abc")).isInstanceOf(Failure.Malformed.class);
        assertThatThrownBy(() -> ChunkId.parse("z".repeat(64)))
                .isInstanceOf(Failure.Malformed.class);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
