package dev.berth.vault;

import static dev.berth.vault.Temporary.at;
import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.ContentHash;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

class VaultCrashTest {
    private static final VaultPath PLAN = at("work/PLAN.md");

    private static final int WRITES = 6;

    private Optional<String> acknowledged = Optional.empty();
    private Optional<String> pending = Optional.empty();

    @Test
    void aPowerLossAfterAnyCallLeavesWhatWasAcknowledgedOrWhatWasUnderWay() throws Exception {
        var model = new ModelledFiles();
        try (var root = model.open(Path.of("/"))) {
            root.makeFolder(Name.of("vault"), 0755);
            root.sync();
        }
        var explorer = new CrashExplorer(model, Tearing.SECTOR, this::check, 40, 2026);
        try (var vault = Modelled.open(explorer.files())) {
            Expectation expected = new Expectation.Absent();
            for (int number = 1; number <= WRITES; number++) {
                // The first ones make everything; the last ones find it from the write before.
                explorer.watch(number <= 2 || number == WRITES);
                String text = "text " + number;
                pending = Optional.of(text);
                var written = vault.write(PLAN, bytes(text), expected).orThrow();
                acknowledged = pending;
                expected = new Expectation.Content(written.hash());
            }
        }
        System.out.printf(
                "vault: %d states after %d power losses%n", explorer.states(), explorer.crashes());
        assertThat(explorer.states()).isGreaterThan(1000);
    }

    private void check(ModelledFiles survivor) throws Exception {
        try (var vault = Modelled.open(survivor)) {
            var found = vault.read(PLAN).map(text -> new String(text, StandardCharsets.UTF_8));
            assertThat(found).isIn(acknowledged, pending);
            Expectation current =
                    found.<Expectation>map(
                                    text -> new Expectation.Content(ContentHash.of(bytes(text))))
                            .orElseGet(Expectation.Absent::new);
            vault.write(PLAN, bytes("next"), current).orThrow();
        }
    }
}
