package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.linux.LinuxFiles;
import dev.berth.durable.nio.NioFiles;

import org.junit.jupiter.api.Test;

class SystemFilesTest {
    @Test
    void usesSystemCallsWhereTheyAreKnownAndJavaElsewhere() {
        assertThat(SystemFiles.here())
                .isInstanceOf(LinuxFiles.available() ? LinuxFiles.class : NioFiles.class);
    }
}
