package dev.berth.runner.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A real Docker engine on its own socket and data folder, with an image made of busybox. One for
/// all tests of this process; it ends with it.
final class TestEngine {
    static final String IMAGE = "berth-test:1";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final Process daemon;

    private TestEngine(Path folder, Process daemon) {
        this.folder = folder;
        this.daemon = daemon;
    }

    /// Where the engine listens; starts it the first time. Skips the test where there is none.
    static Path socket() throws Exception {
        String missing = missing();
        assertThat(missing.isEmpty() || System.getenv("CI") == null).as(missing).isTrue();
        assumeTrue(missing.isEmpty(), missing);
        return Shared.ENGINE.folder.resolve("docker.sock");
    }

    private static String missing() throws Exception {
        for (String tool : List.of("dockerd", "docker", "containerd", "runc", "busybox")) {
            if (run("sh", "-c", "command -v " + tool) != 0) return tool + " is not installed";
        }
        return run("sh", "-c", "[ \"$(id -u)\" = 0 ]") == 0
                ? ""
                : "only root can start an engine of its own";
    }

    /// Started when it is first asked for.
    private static final class Shared {
        static final TestEngine ENGINE = start();
    }

    private static TestEngine start() {
        try {
            var folder = Files.createTempDirectory("berth-engine");
            var daemon = daemon(folder);
            var engine = new TestEngine(folder, daemon);
            Runtime.getRuntime().addShutdownHook(new Thread(engine::stop));
            engine.await();
            engine.makeImage();
            return engine;
        } catch (IOException | InterruptedException broken) {
            throw new IllegalStateException("the engine does not start", broken);
        }
    }

    private static Process daemon(Path folder) throws IOException {
        return new ProcessBuilder(
                        "dockerd",
                        "--data-root=" + folder.resolve("root"),
                        "--exec-root=" + folder.resolve("exec"),
                        "--pidfile=" + folder.resolve("docker.pid"),
                        "-H",
                        "unix://" + folder.resolve("docker.sock"),
                        "--iptables=false",
                        "--ip6tables=false",
                        "--ip-masq=false",
                        "--bridge=none",
                        "--storage-driver=overlay2")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private void await() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (docker("version") != 0) {
            assertThat(daemon.isAlive() && System.nanoTime() - end < 0)
                    .as("the engine: %s", Files.readString(folder.resolve("log")))
                    .isTrue();
            Thread.sleep(50);
        }
    }

    private void makeImage() throws IOException, InterruptedException {
        int made =
                run(
                        "sh",
                        "-ec",
                        "mkdir -p \"$0/img/bin\"; cp \"$(command -v busybox)\" \"$0/img/bin/\";"
                                + " for tool in $(busybox --list); do"
                                + " [ $tool = busybox ] || ln -s busybox \"$0/img/bin/$tool\"; done;"
                                + " tar -C \"$0/img\" -c . | docker -H \"unix://$0/docker.sock\""
                                + " import - "
                                + IMAGE,
                        folder.toString());
        assertThat(made).as("the image").isZero();
    }

    int docker(String... words) throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of("docker", "-H"));
        all.add("unix://" + folder.resolve("docker.sock"));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private static int run(String... words) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return process.waitFor();
    }

    private void stop() {
        try {
            daemon.destroy();
            if (!daemon.waitFor(30, TimeUnit.SECONDS)) daemon.destroyForcibly();
            run("rm", "-rf", folder.toString());
        } catch (IOException | InterruptedException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
