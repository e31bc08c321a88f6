package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.runner.AloneContract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@DisplayName("A runner of processes whose user is not root")
class UnprivilegedTest {
    @Test
    void keepsTheContract() throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(root, "this user is not root: the other tests are this one");
        Here.sandboxed(Path.of("/"));
        try (var place = new OpenPlace()) {
            var words = place.java(Nobody.class, place.path().toString());
            words.addAll(
                    0,
                    List.of(
                            "setpriv",
                            "--reuid=65534",
                            "--regid=65534",
                            "--clear-groups",
                            "env",
                            "-i",
                            "PATH=/usr/bin:/bin",
                            "HOME=" + place.path()));
            var ran = new ProcessBuilder(words).redirectErrorStream(true).start();
            ran.getOutputStream().close();
            String said = new String(ran.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(ran.waitFor()).as(said).isZero();
            assertThat(said.lines().filter(line -> line.startsWith("passed")))
                    .hasSizeGreaterThan(15);
            assertThat(said)
                    .contains("passed hasTheThreeVolumesAndStartsInTheWorkspace")
                    .contains("passed hasDevicesThatWorkAndNoRoomBesideThem");
        }
    }

    /// What runs as somebody without rights.
    static final class Nobody {
        // The one is slow, and the other is told of the limits that need root.
        private static final List<String> NOT_HERE =
                List.of("takesAGigabyteWithoutGrowing", "hasNoWarnings");

        private Nobody() {}

        public static void main(String[] arguments) throws Exception {
            var folder = Files.createDirectory(Path.of(arguments[0], "cases"));
            int failed =
                    AloneContract.run(
                            folder, name -> !NOT_HERE.contains(name), ProcessRunnerTest::new);
            System.exit(failed);
        }
    }
}
