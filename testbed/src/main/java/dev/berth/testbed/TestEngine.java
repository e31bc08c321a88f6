package dev.berth.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A real Docker engine on its own socket and data folder and in a network of its own, with an
/// image made of busybox. One for all tests of this process; it ends with it.
public final class TestEngine {
    public static final String IMAGE = "berth-test:1";

    /// Where the engine's machine is, for a container that has a network.
    private static final String GATEWAY = "10.213.0.1";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final Process daemon;

    private TestEngine(Path folder, Process daemon) {
        this.folder = folder;
        this.daemon = daemon;
    }

    /// Starts it the first time. Skips the test where there can be none.
    public static TestEngine here() {
        Needed.nothing(missing());
        return Shared.ENGINE;
    }

    /// Where the engine listens.
    public Path socket() {
        return folder.resolve("docker.sock");
    }

    /// A model that containers with a network reach, and nobody else.
    public ScriptedModel model() throws Exception {
        var gateway = InetAddress.getByName(GATEWAY);
        return new Network(daemon.pid()).within(() -> new ScriptedModel(gateway));
    }

    /// Makes an image of a folder.
    public void makeImage(Path content, String image) {
        Shell.must(
                "tar -C \"$0\" -c . | docker -H \"unix://$1\" import - \"$2\"",
                content.toString(),
                socket().toString(),
                image);
    }

    /// How much the engine keeps of what its containers said.
    public long logBytes() throws IOException {
        try (var files = Files.walk(folder.resolve("root/containers"))) {
            return files.filter(file -> file.toString().contains("-json.log"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static String missing() {
        for (String tool :
                List.of("dockerd", "docker", "containerd", "runc", "busybox", "unshare", "ip")) {
            if (Shell.code("command -v \"$0\"", tool) != 0) return tool + " is not installed";
        }
        return Shell.code("[ \"$(id -u)\" = 0 ]") == 0
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
            var engine = new TestEngine(folder, daemon(folder));
            Runtime.getRuntime().addShutdownHook(new Thread(engine::stop));
            engine.await();
            Busybox.into(folder.resolve("busybox"));
            engine.makeImage(folder.resolve("busybox"), IMAGE);
            return engine;
        } catch (IOException | InterruptedException broken) {
            throw new IllegalStateException("the engine does not start", broken);
        }
    }

    private static Process daemon(Path folder) throws IOException {
        // In a network of its own it can have a bridge, whatever the machine's own network is like.
        return new ProcessBuilder(
                        "unshare",
                        "--net",
                        "sh",
                        "-c",
                        "ip link set lo up; exec \"$0\" \"$@\"",
                        "dockerd",
                        "--data-root=" + folder.resolve("root"),
                        "--exec-root=" + folder.resolve("exec"),
                        "--pidfile=" + folder.resolve("docker.pid"),
                        "-H",
                        "unix://" + folder.resolve("docker.sock"),
                        "--iptables=false",
                        "--ip6tables=false",
                        "--ip-masq=false",
                        "--bip=" + GATEWAY + "/24",
                        "--storage-driver=overlay2")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private void await() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (Shell.code("docker -H \"unix://$0\" version", socket().toString()) != 0) {
            if (!daemon.isAlive() || System.nanoTime() - end >= 0) {
                throw new IOException("it said: " + Files.readString(folder.resolve("log")));
            }
            Thread.sleep(50);
        }
    }

    private void stop() {
        try {
            daemon.destroy();
            if (!daemon.waitFor(30, TimeUnit.SECONDS)) daemon.destroyForcibly();
            Shell.must("rm -rf \"$0\"", folder.toString());
        } catch (InterruptedException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
