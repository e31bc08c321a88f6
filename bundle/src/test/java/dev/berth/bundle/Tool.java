package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Real programs of this machine. Where one is absent a test is skipped, except in CI, where all
/// must be there.
final class Tool {
    private Tool() {}

    static void require(String... programs) {
        for (String program : programs) {
            boolean there =
                    List.of(System.getenv("PATH").split(":")).stream()
                            .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
            if (!there && System.getenv("CI") != null) fail(program + " must be installed in CI");
            assumeTrue(there, program + " is not installed");
        }
    }

    /// What a script printed; it must succeed.
    static String shell(Path folder, Map<String, String> environment, String script)
            throws Exception {
        var answer = attempt(folder, environment, script);
        assertThat(answer.code()).as(script + "\n" + answer.out()).isZero();
        return answer.out();
    }

    static Answer attempt(Path folder, Map<String, String> environment, String script)
            throws Exception {
        var builder =
                new ProcessBuilder("bash", "-c", "set -euo pipefail\n" + script)
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), out);
    }

    /// How it ended and all that it printed.
    record Answer(int code, String out) {}
}
