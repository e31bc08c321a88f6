package dev.berth.bench.vault;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.vault.Expectation;
import dev.berth.vault.LocksFolder;
import dev.berth.vault.Vault;
import dev.berth.vault.VaultPath;
import dev.berth.vault.VaultSettings;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// One writer of a vault, in a process of its own. It measures itself, as the bare one does: a line
/// with a number asks for so many writes of 4 KiB, and is answered by a line with nanoseconds.
public final class VaultWriter {
    private static final int SIZE = 4096;

    private VaultWriter() {}

    /// `VAULT CACHE FILE WARM-UP`, the last of them in writes.
    public static void main(String[] arguments) throws Exception {
        var locks = LocksFolder.in(SystemFiles.here(), Path.of(arguments[1]));
        var file = VaultPath.parse(arguments[2]);
        var settings = VaultSettings.USUAL.withTimeout(Duration.ofMinutes(1));
        var bytes = new byte[SIZE];
        var orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (var vault =
                Vault.open(Path.of(arguments[0]), locks, InstantSource.system(), settings)) {
            for (int i = Integer.parseInt(arguments[3]); i > 0; i--) write(vault, file, bytes);
            for (String order; (order = orders.readLine()) != null; ) {
                long start = System.nanoTime();
                for (int i = Integer.parseInt(order); i > 0; i--) {
                    write(vault, file, bytes);
                }
                System.out.println(System.nanoTime() - start);
                System.out.flush();
            }
        }
    }

    private static void write(Vault vault, VaultPath file, byte[] bytes) throws Failure {
        vault.write(file, bytes, new Expectation.Anything()).orThrow();
    }
}
