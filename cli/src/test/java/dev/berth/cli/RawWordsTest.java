package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

class RawWordsTest {
    private static byte[] line(byte[]... words) {
        var line = new ByteArrayOutputStream();
        for (byte[] word : words) {
            line.writeBytes(word);
            line.write(0);
        }
        return line.toByteArray();
    }

    private static byte[] utf8(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void showTheBytesThatAreNotUtf8() {
        byte[] line = line(utf8("java"), utf8("put"), new byte[] {'/', 'b', (byte) 0xff});
        assertThatThrownBy(() -> RawWords.compare(line, "put", "/b\ufffd"))
                .isInstanceOf(Failure.Malformed.class)
                .hasMessage("'/b\\xff' is not a name in UTF-8");
    }

    @Test
    void letTheCharacterItselfPass() {
        byte[] line = line(utf8("java"), utf8("put"), utf8("/b\ufffd"));
        assertThatCode(() -> RawWords.compare(line, "put", "/b\ufffd")).doesNotThrowAnyException();
    }

    @Test
    void areRefusedWhereTheSystemDoesNotTell() {
        assertThatThrownBy(() -> RawWords.compare(new byte[0], "/b\ufffd"))
                .isInstanceOf(Failure.Malformed.class);
    }
}
