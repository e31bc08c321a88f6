package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

@DisplayName("berth vault capture")
class CaptureCommandTest extends VaultShell {
    @Test
    void saysWhereTheNoteIs() throws Exception {
        var typed = type("note", "vault", "capture", "vault", "--slug", "idea");
        assertThat(typed.out()).matches("_inbox/20260102T030405\\.000000Z-\\d+-idea\\.md\n");
        assertThat(Files.readString(vault.resolve(typed.out().strip()))).isEqualTo("note");
        assertThat(type("", "vault", "capture", "vault", "--slug", "a/b").code()).isEqualTo(2);
        assertThat(type("", "vault", "capture", "vault").code()).isEqualTo(2);
    }

    @Test
    void removesWhatAKilledCaptureLeft() throws Exception {
        Path inbox = Files.createDirectory(vault.resolve("_inbox"));
        Path torn = inbox.resolve(".20250102T030405.000000Z-7-idea.md.tmp-0123456789abcdef");
        Path young = inbox.resolve(".20260102T030405.000000Z~12.tmp-0123456789abcdef");
        Path foreign = inbox.resolve(".mine.md.tmp-0123456789abcdef");
        var old = FileTime.from(Instant.parse("2026-01-02T02:00:00Z"));
        Files.setLastModifiedTime(Files.writeString(torn, "x"), old);
        Files.setLastModifiedTime(Files.writeString(foreign, "x"), old);
        Files.writeString(young, "x");
        assertThat(type("note", "vault", "capture", "vault", "--slug", "idea").code()).isZero();
        assertThat(torn).doesNotExist();
        assertThat(young).exists();
        assertThat(foreign).exists();
    }

    @Test
    void needsNoCacheFolder() throws Exception {
        Files.writeString(temp.resolve("cache"), "not a folder");
        assertThat(type("note", "vault", "capture", "vault", "--slug", "idea").code()).isZero();
        assertThat(type("", "vault", "sweep", "vault").code()).isZero();
        assertThat(type("", "vault", "hash", "vault", "x").code()).isEqualTo(10);
        assertThat(type("", "vault", "write", "vault", "x").code()).isEqualTo(17);
    }
}
