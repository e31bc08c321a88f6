package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

@DisplayName("An update")
class VaultUpdateTest extends VaultFixture {
    @Test
    void ofManyThreadsLosesNothing() throws Exception {
        int threads = 8;
        int times = 25;
        try (var vault =
                        Vault.open(
                                place.path(),
                                place.locks(),
                                InstantSource.system(),
                                VaultSettings.USUAL);
                var pool = Executors.newFixedThreadPool(threads)) {
            var work = new ArrayList<Callable<Void>>();
            for (int thread = 0; thread < threads; thread++) {
                int number = thread;
                work.add(
                        () -> {
                            for (int i = 0; i < times; i++) {
                                String line = number + "-" + i + "\n";
                                vault.update(at("log.md"), now -> plus(now, line));
                            }
                            return null;
                        });
            }
            for (var done : pool.invokeAll(work)) done.get();
        }
        assertThat(place.text("log.md").lines()).hasSize(threads * times).doesNotHaveDuplicates();
    }

    @Test
    void startsOverWhenTheFileChangedMeanwhile() throws Exception {
        var file = place.put("PLAN.md", "one");
        var tries = new ArrayList<String>();
        try (var vault = place.open()) {
            vault.update(
                    at("PLAN.md"),
                    now -> {
                        tries.add(new String(now.orElseThrow(), StandardCharsets.UTF_8));
                        if (tries.size() == 1) write(file, "two");
                        return plus(now, "+");
                    });
        }
        assertThat(tries).containsExactly("one", "two");
        assertThat(place.text("PLAN.md")).isEqualTo("two+");
    }

    @Test
    void givesUpWhenTheFileNeverHoldsStill() throws Exception {
        var file = place.put("PLAN.md", "0");
        int[] tries = new int[1];
        try (var vault = place.open()) {
            assertThatThrownBy(
                            () ->
                                    vault.update(
                                            at("PLAN.md"),
                                            now -> {
                                                write(file, "" + ++tries[0]);
                                                return bytes("mine");
                                            }))
                    .isInstanceOf(Failure.Conflict.class);
        }
        assertThat(tries[0]).isEqualTo(8);
        assertThat(place.text("PLAN.md")).isEqualTo("8");
    }

    private static byte[] plus(Optional<byte[]> now, String more) {
        return bytes(now.map(each -> new String(each, StandardCharsets.UTF_8)).orElse("") + more);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
