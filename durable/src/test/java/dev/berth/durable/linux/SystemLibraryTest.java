package dev.berth.durable.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.Need;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The C library is there wherever system calls are.
class SystemLibraryTest {
    @BeforeEach
    void onLinux() {
        Need.that(LinuxFiles.available(), "Linux on a known processor");
    }

    @Test
    void isNoneWhereTheSystemHasNone() {
        assertThat(SystemLibrary.find("libberth-no-such.so.9")).isEmpty();
    }

    @Test
    void hasTheFunctionsItHas() {
        var library = SystemLibrary.find("libc.so.6").orElseThrow();

        assertThat(library.function("berth_no_such_function")).isEmpty();
        assertThat(library.function("labs").orElseThrow().call(-7_000_000_000L, 0, 0, 0, 0))
                .isEqualTo(7_000_000_000L);
    }
}
