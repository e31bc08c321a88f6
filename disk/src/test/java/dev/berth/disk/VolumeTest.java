package dev.berth.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeTest {
    @Test
    void areExactlyThreeWithTheirContracts() {
        assertThat(Volume.choices()).isEqualTo("workspace, memory, tmp");
        assertThat(Volume.survivingResume()).containsExactly(Volume.WORKSPACE, Volume.MEMORY);
        assertThat(Volume.clearedOnResume()).containsExactly(Volume.TMP);
        assertThat(Volume.travelling()).containsExactly(Volume.WORKSPACE);
        assertThat(Volume.withheld()).containsExactly(Volume.MEMORY, Volume.TMP);
        assertThat(Volume.gitIgnoreLines()).containsExactly("/memory/", "/tmp/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Workspace", "TMP", "tmp ", "temp", "workspace,memory", "*"})
    void aFourthDoesNotParseAndTheThreeAreNamed(String name) {
        assertThatThrownBy(() -> Volume.parse(name))
                .isInstanceOfSatisfying(
                        Failure.Malformed.class,
                        failure -> assertThat(failure.advice()).contains("workspace, memory, tmp"));
    }
}
