package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bundle.secrets.Finding;
import dev.berth.bundle.secrets.SecretScanner;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

@DisplayName("Wherever a secret stands")
class SecretPlacesTest {
    // Put together here, so that no scanner takes this file for a leak.
    private static final List<String> SECRETS =
            List.of(
                    "AKIA" + "IOSFODNN7EXAMPLE",
                    "SK" + "0123456789abcdef0123456789abcdef",
                    "ghp" + "_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5",
                    "dapi" + "0123456789abcdef0123456789abcdef",
                    "hvs" + ".aB3dE5fG7hJ9kL1mN3pQ5rS7tU9",
                    "AWS_SeCrEt_AcCeSs_KeY = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE" + "KEY",
                    "aUtHoRiZaTiOn" + ": Bearer aB3dE5fG7hJ9kL1mN3pQ5rS7tU9",
                    "redis" + "://:aB3dE5fG7hJ9kL1m@cache:6379");

    private static List<Long> lines(byte[] content) {
        return lines(SecretScanner.scan("x.txt", content, content.length));
    }

    private static List<Long> lines(List<Finding> findings) {
        return findings.stream().map(Finding::line).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void itIsFoundAtEvenAndOddPlacesAndAtBothEnds() {
        for (String secret : SECRETS) {
            for (int before = 0; before < 20; before++) {
                byte[] content = bytes("\n" + " ".repeat(before) + secret);
                assertThat(lines(content)).as(secret.substring(0, 4) + before).containsExactly(2L);
                var scanner = new SecretScanner("x.txt");
                for (byte one : content) scanner.update(new byte[] {one}, 1);
                assertThat(lines(scanner.finish())).as("byte by byte").containsExactly(2L);
            }
        }
    }

    @Test
    void plainTextBehindWideCharactersIsReadAsPlain() {
        String wide = "\u00ff\u00fe" + "w\0i\0d\0e\0\n\0";
        String unmarked = "a\0 \0l\0o\0n\0g\0e\0r\0 \0o\0n\0e\0\n\0";
        for (String secret : SECRETS) {
            for (String start : List.of(wide, unmarked, "\u00fe\u00ff\n")) {
                byte[] content = bytes(start + secret + "\n");
                assertThat(lines(content)).as(secret.substring(0, 4)).containsExactly(2L);
                var scanner = new SecretScanner("x.txt");
                scanner.update(content, content.length);
                assertThat(lines(scanner.finish())).as("in pieces").containsExactly(2L);
            }
        }
    }

    @Test
    void wideCharactersFarIntoALargeFileHaveTheLineOfTheirPlace() {
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) '\n');
        var scanner = new SecretScanner("big.log");
        scanner.update(piece, piece.length);
        byte[] wide = ("\0" + SECRETS.getFirst() + "\0").getBytes(StandardCharsets.UTF_16BE);
        System.arraycopy(wide, 0, piece, 100, wide.length);
        scanner.update(piece, piece.length);
        assertThat(lines(scanner.finish())).containsExactly((1L << 20) + 101);
    }

    @Test
    void manyOfThemTakeTimeInProportion() {
        String many = (SECRETS.getFirst() + "\n").repeat((8 << 20) / 21);
        byte[] content = bytes(many);
        var found = lines(content);
        assertThat(found).hasSize(1000).startsWith(1L, 2L, 3L);
    }
}
