package dev.berth.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// What a test needs of the machine. Where it is not there the test is skipped, with words; in CI
/// it fails.
public final class Needed {
    private Needed() {}

    /// `missing` is empty when nothing is.
    public static void nothing(String missing) {
        assertThat(missing.isEmpty() || System.getenv("CI") == null).as(missing).isTrue();
        assumeTrue(missing.isEmpty(), missing);
    }

    /// Root, and a program on the path.
    public static void rootWith(String program) {
        boolean there = Shell.code("command -v \"$0\"", program) == 0;
        nothing(there ? "" : program + " is not installed");
        nothing(Shell.code("[ \"$(id -u)\" = 0 ]") == 0 ? "" : "this user is not root");
    }
}
