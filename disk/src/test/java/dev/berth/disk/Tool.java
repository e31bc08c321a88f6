package dev.berth.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A real program of this machine. Where it is absent a test is skipped, except in CI, where it
/// must be there.
public record Tool(String program, Path folder) {
    public static Tool sqlite3(Path folder) {
        return new Tool("sqlite3", folder).required();
    }

    public static Tool git(Path folder) {
        return new Tool("git", folder).required();
    }

    /// What the program printed; it must succeed.
    public String run(String... arguments) throws Exception {
        var answer = attempt(arguments);
        assertThat(answer.code()).as(program + ": " + answer.out()).isZero();
        return answer.out();
    }

    public Answer attempt(String... arguments) throws Exception {
        var line = new ArrayList<String>();
        line.add(program);
        line.addAll(List.of(arguments));
        var builder = new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        var process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), out);
    }

    /// How it ended and all that it printed.
    public record Answer(int code, String out) {}

    private Tool required() {
        boolean there =
                List.of(System.getenv("PATH").split(":")).stream()
                        .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
        need(there, program);
        return this;
    }

    /// What a test needs of its machine: absent on a user's it is skipped with a reason, in CI it
    /// fails.
    public static void need(boolean there, String what) {
        if (!there && System.getenv("CI") != null) fail("CI must have " + what);
        assumeTrue(there, "skipped, since it needs " + what);
    }

    /// Every name in a folder, for tests that nothing was left behind.
    public static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
