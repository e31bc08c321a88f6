package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@DisplayName("A runner of processes whose own search path has no bubblewrap")
class SearchPathTest {
    @TempDir Path folder;

    @Test
    void triesTheOneThatItsSandboxesUse() throws Exception {
        Here.sandboxed(folder);
        Files.copy(Path.of("/bin/sh"), folder.resolve("sh"));
        var builder =
                new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Trying.class.getName(),
                                folder.toString()));
        builder.environment().put("PATH", folder.toString());
        var ran = builder.redirectErrorStream(true).start();
        ran.getOutputStream().close();
        String said = new String(ran.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(ran.waitFor()).as(said).isZero();
        assertThat(said).contains("/bwrap works");
    }

    /// What runs with that path.
    static final class Trying {
        private Trying() {}

        public static void main(String[] arguments) throws Exception {
            var runner = (ProcessRunner) Here.plain(Path.of(arguments[0]));
            runner.tryOut();
            System.out.println(runner.bubblewrap().orElseThrow() + " works");
        }
    }
}
