package dev.berth.depot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// What a test needs of its machine: absent on a user's it is skipped with a reason, in CI it
/// fails.
public final class Need {
    private Need() {}

    public static void root(String what) {
        that(System.getProperty("user.name").equals("root"), "root, to " + what);
    }

    public static void command(String name) {
        var folders = String.valueOf(System.getenv("PATH")).split(":", -1);
        var there = Stream.of(folders).anyMatch(it -> Files.isExecutable(Path.of(it, name)));
        that(there, "the command " + name);
    }

    public static void that(boolean there, String what) {
        if (System.getenv("CI") != null) assertThat(there).as("CI must have: " + what).isTrue();
        assumeTrue(there, "skipped, since it needs " + what);
    }
}
