package dev.berth.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Progress.Unit;

import org.junit.jupiter.api.Test;

class BarTest {
    @Test
    void countsFilesWhereTheirBytesWouldTellNothing() {
        assertThat(Bar.unit(70_000, 0)).isEqualTo(Unit.FILES);
        assertThat(Bar.unit(0, 0)).isEqualTo(Unit.FILES);
        assertThat(Bar.unit(70_000, 10_000_000)).isEqualTo(Unit.FILES);
        assertThat(Bar.unit(1, 5_000_000_000L)).isEqualTo(Unit.BYTES);
        assertThat(Bar.unit(20_000, 200_000_000)).isEqualTo(Unit.BYTES);
    }
}
