package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Runner;

import java.nio.file.Path;
import java.security.SecureRandom;

/// The process runner of this machine.
final class Here {
    private Here() {}

    /// Skips the test where bubblewrap is absent, with words; in CI it must not be.
    static Runner sandboxed(Path home) {
        var runner = plain(home);
        try {
            runner.check();
        } catch (Failure missing) {
            assertThat(System.getenv("CI")).as(missing.what()).isNull();
            assumeTrue(false, missing.what() + "; " + missing.advice());
        }
        return runner;
    }

    static Runner plain(Path home) {
        return new ProcessRunner(
                SystemFiles.here(), home, new SecureRandom(), System.getProperty("os.arch"));
    }
}
