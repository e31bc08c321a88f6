package dev.berth.bench.runner;

import dev.berth.durable.FileFault;
import dev.berth.durable.SystemFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A Docker engine of this bench alone, with an image made of busybox.
final class OwnEngine implements AutoCloseable {
    static final String IMAGE = "berth-bench:1";

    private static final int TRIES = 600;

    private final Path folder;
    private final Process daemon;

    private OwnEngine(Path folder, Process daemon) {
        this.folder = folder;
        this.daemon = daemon;
    }

    /// Empty where this user cannot have one.
    static Optional<OwnEngine> start(Path folder) throws IOException, InterruptedException {
        try (var self = SystemFiles.here().open(Path.of("/proc/self"))) {
            if (self.stat().uid() != 0) return Optional.empty();
        } catch (FileFault unknown) {
            return Optional.empty();
        }
        for (String tool : List.of("dockerd", "docker", "containerd", "runc", "busybox")) {
            if (sh(folder, "command -v " + tool) != 0) return Optional.empty();
        }
        var daemon =
                new ProcessBuilder(
                                "dockerd",
                                "--data-root=" + folder.resolve("root"),
                                "--exec-root=" + folder.resolve("exec"),
                                "--pidfile=" + folder.resolve("docker.pid"),
                                "-H",
                                "unix://" + folder.resolve("docker.sock"),
                                "--iptables=false",
                                "--ip6tables=false",
                                "--ip-masq=false",
                                "--bridge=none")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var engine = new OwnEngine(folder, daemon);
        for (int i = 0;
                i < TRIES && sh(folder, "docker -H unix://$0/docker.sock version") != 0;
                i++) {
            Thread.sleep(50);
        }
        int made =
                sh(
                        folder,
                        "set -e; mkdir -p $0/img/bin; cp $(command -v busybox) $0/img/bin/;"
                                + " for t in $(busybox --list); do"
                                + " [ $t = busybox ] || ln -s busybox $0/img/bin/$t; done;"
                                + " tar -C $0/img -c . | docker -H unix://$0/docker.sock import - "
                                + IMAGE);
        if (made == 0) return Optional.of(engine);
        engine.close();
        return Optional.empty();
    }

    Path socket() {
        return folder.resolve("docker.sock");
    }

    /// One container from its making to its start, asked for over the socket; it ends at once.
    List<String> createAndStart() {
        String ask = "curl -sf --unix-socket \"$0\" -X POST -H 'Content-Type: application/json' ";
        String url = "http://docker/v1.41/containers";
        String script =
                "id=$("
                        + ask
                        + "-d '{\"Image\":\""
                        + IMAGE
                        + "\",\"Cmd\":[\"true\"],\"HostConfig\":{\"NetworkMode\":\"none\"}}' "
                        + url
                        + "/create | sed 's/.*\"Id\":\"\\([0-9a-f]*\\)\".*/\\1/') && "
                        + ask
                        + url
                        + "/$id/start";
        return new ArrayList<>(List.of("sh", "-c", script, socket().toString()));
    }

    @Override
    public void close() throws IOException {
        daemon.destroy();
        try {
            if (!daemon.waitFor(30, TimeUnit.SECONDS)) daemon.destroyForcibly();
            // Read-only layers and mounts of the engine's own are not ours to take apart one by
            // one.
            sh(folder, "rm -rf $0/root $0/exec $0/img");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int sh(Path folder, String script) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", script, folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
