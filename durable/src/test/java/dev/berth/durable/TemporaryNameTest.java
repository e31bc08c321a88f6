package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HashSet;

class TemporaryNameTest {
    private static final int LONGEST = 62;

    @ParameterizedTest
    @ValueSource(ints = {1, 39, 40, 41, 254, 255})
    void isShortAndTellsWhoseItIs(int length) {
        var name = Name.of("n".repeat(length));
        var other = Name.of("n".repeat(length == 255 ? 200 : length + 1));
        var temporary = TemporaryName.next(name);
        assertThat(temporary.length()).isLessThanOrEqualTo(LONGEST);
        assertThat(TemporaryName.matches(temporary)).isTrue();
        assertThat(TemporaryName.matches(temporary, name)).isTrue();
        assertThat(TemporaryName.matches(temporary, other)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ä", "x€", "𝄞", "a𝄞"})
    void neverCutsACharacter(String piece) {
        for (int before = 0; before < 4; before++) {
            var name = Name.of("x".repeat(before) + piece.repeat(40));
            assertThat(TemporaryName.next(name).text()).isPresent();
        }
    }

    @Test
    void keepsBytesThatAreNoText() {
        var name = Name.parse(new byte[] {(byte) 0xff, 'a', (byte) 0x80}).orElseThrow();
        var temporary = TemporaryName.next(name);
        assertThat(temporary.text()).isEmpty();
        assertThat(TemporaryName.matches(temporary, name)).isTrue();
        byte[] continuations = new byte[255];
        Arrays.fill(continuations, (byte) 0x80);
        var strange = Name.parse(continuations).orElseThrow();
        assertThat(TemporaryName.matches(TemporaryName.next(strange), strange)).isTrue();
    }

    @Test
    void isNewEveryTime() {
        var seen = new HashSet<Name>();
        for (int i = 0; i < 1000; i++) seen.add(TemporaryName.next(Name.of("name")));
        assertThat(seen).hasSize(1000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                ".name",
                "name.tmp-0123456789abcdef",
                ".tmp-0123456789abcdef",
                ".name.tmp-0123456789abcde",
                ".name.tmp-0123456789ABCDEF",
                ".name.tmp-0123456789abcdef0",
                ".name.tmp-0123456789abcdef.txt",
                ".name.tmp_0123456789abcdef"
            })
    void leavesOtherNamesAlone(String name) {
        assertThat(TemporaryName.matches(Name.of(name))).isFalse();
    }
}
