package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.linux.LinuxFiles;
import dev.berth.durable.nio.NioFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SystemFilesTest {
    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            architectures = {"amd64", "aarch64"})
    void usesSystemCallsOnLinux() {
        assertThat(SystemFiles.here()).isInstanceOf(LinuxFiles.class);
    }

    @Test
    @DisabledOnOs(OS.LINUX)
    void usesJavaElsewhere() {
        assertThat(SystemFiles.here()).isInstanceOf(NioFiles.class);
    }
}
