package dev.berth.vault;

import static dev.berth.vault.Temporary.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

class VaultTest extends VaultFixture {
    @Test
    void stateOfARepositoryTakesNoLock() throws Exception {
        try (var vault = place.open();
                var _ = vault.hold();
                var folder = place.files().open(place.path())) {
            var state = new RepoState(folder);
            state.write(Name.of("cursor"), bytes("7"));
            assertThat(state.read(Name.of("cursor"))).contains(bytes("7"));
            assertThat(state.read(Name.of("absent"))).isEmpty();
        }
    }

    @Test
    void aVaultThatIsNotThereIsNotFound() {
        assertThatThrownBy(() -> place.open(temp.resolve("nowhere")))
                .isInstanceOf(Failure.NotFound.class);
    }
}
