package dev.berth.cli.doctor;

import dev.berth.cli.World;
import dev.berth.cli.settings.Secret;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Place;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;
import dev.berth.runner.docker.DockerRunner;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Asks a Docker engine for a sign of life over its socket. A client without an engine does not
/// count.
final class DockerEngine {
    private static final String UNIX = "unix://";
    private static final String USUAL = UNIX + "/var/run/docker.sock";
    private static final String WITHOUT =
            "without it everything works but profiles with `runner: docker`";
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final byte[] PING =
            "GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final World world;
    private Optional<Boolean> answers = Optional.empty();

    DockerEngine(World world) {
        this.world = world;
    }

    Finding finding() {
        String address = address();
        if (!address.startsWith(UNIX)) {
            return Finding.absent(
                    "docker",
                    Secret.hiddenIn(address) + " was not asked",
                    "only engines on a local socket are used");
        }
        String socket = address.substring(UNIX.length());
        return answers()
                ? Finding.ok("docker", "an engine answers at " + socket, WITHOUT)
                : Finding.absent("docker", "no engine answers at " + socket, WITHOUT);
    }

    /// Fails when no engine answers, or the one that does lacks the image.
    void check(Optional<String> image) throws Failure {
        if (!answers()) {
            throw new Failure.Unavailable(
                    "no Docker engine answers at " + Secret.hiddenIn(address()),
                    "start one, let this user reach its socket, or set DOCKER_HOST to unix://…");
        }
        if (image.isEmpty()) return;
        Path socket = Path.of(address().substring(UNIX.length()));
        // Its folder is for sandboxes, of which a question makes none.
        new DockerRunner(world.files(), world.folder(), SystemRandom.here(), socket)
                .checkImage(image.get());
    }

    /// Asked once.
    private boolean answers() {
        if (answers.isEmpty()) {
            String address = address();
            String socket = address.startsWith(UNIX) ? address.substring(UNIX.length()) : "";
            answers = Optional.of(!socket.isEmpty() && exists(socket) && answers(socket));
        }
        return answers.get();
    }

    private String address() {
        return world.variable("DOCKER_HOST").orElse(USUAL);
    }

    // Asked first, since most machines have none and a thread that waits for it costs a start.
    private boolean exists(String socket) {
        try {
            Place place = Place.of(Path.of(socket));
            try (Folder folder = world.files().open(place.folder())) {
                return folder.stat(place.name()).isPresent();
            }
        } catch (FileFault | Failure | InvalidPathException notThere) {
            return false;
        }
    }

    private static boolean answers(String socket) {
        var executor = Executors.newVirtualThreadPerTaskExecutor();
        try {
            return executor.submit(() -> ping(socket))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException noAnswer) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            executor.shutdownNow();
        }
    }

    private static boolean ping(String socket) {
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap(PING));
            var answer = ByteBuffer.allocate(64);
            while (answer.hasRemaining() && channel.read(answer) > 0) {
                // Until the status line is in, or the engine closes.
            }
            return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII)
                    .startsWith("HTTP/1.");
        } catch (IOException | InvalidPathException noEngine) {
            return false;
        }
    }
}
