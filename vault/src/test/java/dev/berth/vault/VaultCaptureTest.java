package dev.berth.vault;

import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

@DisplayName("A capture")
class VaultCaptureTest extends VaultFixture {
    @Test
    void goesToTheInboxUnderItsTimeProcessAndSlug() throws Exception {
        try (var vault = place.open()) {
            var path = vault.capture(Slug.parse("größe-2"), bytes("note"));
            assertThat(path)
                    .hasToString(
                            "_inbox/20260102T030405.678901Z-%d-größe-2.md"
                                    .formatted(ProcessHandle.current().pid()));
            assertThat(place.text(path.toString())).isEqualTo("note");
        }
    }

    @Test
    void hasANameOfItsOwnHoweverManyComeAtOnce() throws Exception {
        var names = new HashSet<String>();
        try (var vault = place.open();
                var pool = Executors.newFixedThreadPool(8)) {
            var work = new ArrayList<Callable<VaultPath>>();
            // The clock of this vault stands still, so that all of them want the same name.
            for (int i = 0; i < 100; i++) {
                String text = "note " + i;
                work.add(() -> vault.capture(new Slug("s"), bytes(text)));
            }
            for (var done : pool.invokeAll(work)) names.add(done.get().toString());
        }
        assertThat(names).hasSize(100);
        try (var inbox = Files.list(place.path().resolve("_inbox"))) {
            var notes = new HashSet<String>();
            for (var file : inbox.toList()) notes.add(Files.readString(file));
            assertThat(notes).hasSize(100);
        }
    }

    @Test
    void waitsForNobody() throws Exception {
        try (var vault = place.open();
                var _ = vault.hold()) {
            vault.capture(new Slug("s"), bytes("note"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a/b", "..", "a b", "a\nb", ".hidden"})
    void takesNoSlugThatWouldMakeAnOddName(String slug) {
        assertThatThrownBy(() -> Slug.parse(slug)).isInstanceOf(Failure.Malformed.class);
    }
}
