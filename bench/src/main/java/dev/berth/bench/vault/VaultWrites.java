package dev.berth.bench.vault;

import dev.berth.bench.Contender;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Several processes that write files of their own in one vault, and so take turns at its lock.
final class VaultWrites implements Contender {
    // An agent's server is warm after its first minute; this is the time to get there. Shared by
    // all, since they take turns at this as well.
    private static final int WARM_UP = 10_000;

    private final List<Process> processes = new ArrayList<>();
    private final List<BufferedReader> answers = new ArrayList<>();
    private final List<Writer> orders = new ArrayList<>();

    VaultWrites(int writers, Path vault, Path cache) throws IOException {
        for (int writer = 0; writer < writers; writer++) {
            var process = start(vault, cache, "file-" + writer + ".md", WARM_UP / writers);
            processes.add(process);
            answers.add(process.inputReader(StandardCharsets.US_ASCII));
            orders.add(process.outputWriter(StandardCharsets.US_ASCII));
        }
    }

    private static Process start(Path vault, Path cache, String file, int warmUp)
            throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        VaultWriter.class.getName(),
                        vault.toString(),
                        cache.toString(),
                        file,
                        Integer.toString(warmUp))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Override
    public String title() {
        return "Vault.write, %d writer%s".formatted(orders.size(), orders.size() == 1 ? "" : "s");
    }

    /// The share of each, all at once; the slowest one's time.
    @Override
    public long run(int times) throws IOException {
        for (var order : orders) {
            order.write(times / orders.size() + "\n");
            order.flush();
        }
        long slowest = 0;
        for (var answer : answers) {
            var nanos = answer.readLine();
            if (nanos == null) throw new IOException("a writer ended");
            slowest = Math.max(slowest, Long.parseLong(nanos));
        }
        return slowest;
    }

    @Override
    public void close() throws IOException {
        for (var order : orders) order.close();
        for (var process : processes) process.onExit().join();
    }
}
