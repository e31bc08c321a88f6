package dev.berth.cli.client;

import dev.berth.cli.DataFolder;
import dev.berth.cli.ServerNote;
import dev.berth.cli.World;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Starts a server that outlives this command.
final class Background {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long STEP_MILLIS = 20;
    private static final int LOCKED = 11;

    private final World world;

    Background(World world) {
        this.world = world;
    }

    /// Finds a server that is there.
    interface Look {
        Optional<Server> at() throws Failure;
    }

    /// Ready for requests when it returns.
    void start(Look look) throws Failure {
        Path log = world.dataFolder().resolve("cache").resolve("server.log");
        DataFolder.of(world).folder("cache").close();
        Process process = spawn(log);
        try {
            var end = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < end) {
                var found = look.at();
                if (found.isPresent() && new Api(found.get()).isReady()) {
                    world.err()
                            .println(
                                    "berth: started a server in the background at %s (log: %s)"
                                            .formatted(found.get().url(), log));
                    passedOver().ifPresent(world.err()::println);
                    recovered()
                            .ifPresent(
                                    words ->
                                            world.err()
                                                    .println(
                                                            "berth: the one before was killed: "
                                                                    + words));
                    world.err().flush();
                    return;
                }
                if (!process.isAlive() && found.isEmpty()) {
                    if (process.exitValue() != LOCKED) throw cannot(log);
                    // Another one was quicker, and is not heard of yet, or has just ended.
                    process = spawn(log);
                }
                Thread.sleep(STEP_MILLIS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw cannot(log);
    }

    /// It outlives the work in this folder and serves all others too: what lies here, perhaps as
    /// part of somebody else's project, does not decide how.
    private Optional<String> passedOver() throws Failure {
        if (world.folder().equals(world.dataFolder())) return Optional.empty();
        try (var here = world.files().open(world.folder())) {
            if (here.stat(Name.of("berth.yaml")).isEmpty()) return Optional.empty();
            return Optional.of(
                    "berth: its settings are those of the data folder; for those of berth.yaml here"
                            + " stop it and run `berth serve`");
        } catch (FileFault unreadable) {
            return Optional.empty();
        }
    }

    private Optional<String> recovered() throws Failure {
        try (var home = world.files().open(world.dataFolder())) {
            return ServerNote.read(home).flatMap(ServerNote::recovered);
        } catch (FileFault gone) {
            return Optional.empty();
        }
    }

    private Process spawn(Path log) throws Failure {
        try {
            var builder = new ProcessBuilder(command());
            builder.directory(Path.of("/").toFile());
            builder.redirectErrorStream(true);
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.redirectInput(Path.of("/dev/null").toFile());
            builder.environment().clear();
            builder.environment().putAll(world.environment());
            builder.environment().put("BERTH_HOME", world.dataFolder().toString());
            return builder.start();
        } catch (IOException cannot) {
            throw cannot(log).because(cannot);
        }
    }

    /// This very command, away from the terminal: what ends that does not end the server.
    private static List<String> command() {
        var words = new ArrayList<String>();
        words.add("setsid");
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(
                List.of(
                        "-XX:+UseParallelGC",
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dpicocli.disable.closures=true"));
        for (String name :
                System.getProperties().stringPropertyNames().stream().sorted().toList()) {
            if (name.startsWith("berth.app") || name.startsWith("org.sqlite.")) {
                words.add("-D%s=%s".formatted(name, System.getProperty(name)));
            }
        }
        words.add("-cp");
        words.add(System.getProperty("java.class.path"));
        words.add("dev.berth.cli.Berth");
        words.add("serve");
        return words;
    }

    private static Failure cannot(Path log) {
        return new Failure.Unavailable(
                "no server runs, and none could be started in the background",
                "see %s, or run `berth serve`".formatted(log));
    }
}
