package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.runner.AloneContract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@DisplayName("A runner of processes whose user is not root")
class UnprivilegedTest {
    @Test
    void keepsTheContract() throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(root, "this user is not root: the other tests are this one");
        Here.sandboxed(Path.of("/"));
        // The build may lie where others cannot look: a copy lies where they can.
        var place = Files.createTempDirectory(Path.of("/var/tmp"), "berth-nobody");
        try {
            shell("chown 65534:65534 \"$0\"; chmod 755 \"$0\"", place);
            var words =
                    new ArrayList<>(
                            List.of(
                                    "setpriv",
                                    "--reuid=65534",
                                    "--regid=65534",
                                    "--clear-groups",
                                    "env",
                                    "-i",
                                    "PATH=/usr/bin:/bin",
                                    "HOME=" + place));
            words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.addAll(List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED", "-cp"));
            words.add(copied(place.resolve("path")));
            words.addAll(List.of(Nobody.class.getName(), place.toString()));
            var ran = new ProcessBuilder(words).redirectErrorStream(true).start();
            ran.getOutputStream().close();
            String said = new String(ran.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(ran.waitFor()).as(said).isZero();
            assertThat(said.lines().filter(line -> line.startsWith("passed")))
                    .hasSizeGreaterThan(15);
            assertThat(said).contains("passed hasTheThreeVolumesAndStartsInTheWorkspace");
        } finally {
            shell("rm -rf \"$0\"", place);
        }
    }

    private static String copied(Path to) throws Exception {
        Files.createDirectory(to);
        var copies = new ArrayList<String>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.endsWith("*")) {
                try (var jars = Files.list(Path.of(entry).getParent())) {
                    for (var jar : jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
                        copies.add(copy(jar, to, copies.size()));
                    }
                }
            } else if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
                copies.add(copy(Path.of(entry), to, copies.size()));
            }
        }
        shell("chmod -R a+rX \"$0\"", to);
        return String.join(File.pathSeparator, copies);
    }

    private static String copy(Path entry, Path to, int number) throws Exception {
        var copy = to.resolve(number + "-" + entry.getFileName());
        assertThat(
                        new ProcessBuilder("cp", "-rL", entry.toString(), copy.toString())
                                .start()
                                .waitFor())
                .isZero();
        return copy.toString();
    }

    private static void shell(String script, Path argument) throws Exception {
        new ProcessBuilder("sh", "-c", script, argument.toString()).start().waitFor();
    }

    /// What runs as somebody without rights.
    static final class Nobody {
        private Nobody() {}

        public static void main(String[] arguments) throws Exception {
            var folder = Files.createDirectory(Path.of(arguments[0], "cases"));
            int failed =
                    AloneContract.run(
                            folder,
                            List.of("takesAGigabyteWithoutGrowing"),
                            ProcessRunnerTest::new);
            System.exit(failed);
        }
    }
}
