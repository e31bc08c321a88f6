package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.work.Way;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A restore whose target somebody else changes")
class DisturbedTest {
    @ParameterizedTest
    @EnumSource(names = {"ENOENT", "EEXIST", "ENOTDIR", "ELOOP", "EISDIR", "ENOTEMPTY"})
    void saysSoAndWhere(Errno errno) {
        var fault = new FileFault(errno, "openat", "x");
        var root = Disturbed.in(Way.root(), fault);
        assertThat(root).isInstanceOf(Failure.Conflict.class);
        assertThat(root.what()).contains("somebody else has changed the target");
        var file = Disturbed.at(Way.root().below(Name.of("d")), Name.of("f"), fault);
        assertThat(file.what()).contains("changed d/f meanwhile");
        assertThat(file.advice()).contains("restore once more");
    }

    @Test
    void keepsOtherFaultsAsTheyAre() {
        var full = Disturbed.in(Way.root(), new FileFault(Errno.ENOSPC, "write", "x"));
        assertThat(full).isInstanceOf(Failure.Unavailable.class);
        assertThat(full.what()).startsWith("the target: ");
    }
}
