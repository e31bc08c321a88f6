package dev.berth.vault;

import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/// A vault and a cache folder below a test's own folder.
record Temporary(Path folder, FileLayer files) {
    static final VaultSettings HASTY =
            new VaultSettings(
                    new HeartbeatRule(Duration.ofMillis(100), Duration.ofMillis(400)),
                    Duration.ofMillis(200),
                    Duration.ofMinutes(1));
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");

    static Temporary in(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("vault"));
        return new Temporary(folder, SystemFiles.here());
    }

    Temporary on(FileLayer other) {
        return new Temporary(folder, other);
    }

    Path path() {
        return folder.resolve("vault");
    }

    LocksFolder locks() {
        return LocksFolder.in(files, folder.resolve("cache"));
    }

    Vault open() throws Failure {
        return open(path());
    }

    Vault open(Path path) throws Failure {
        return Vault.open(path, locks(), Clock.fixed(NOW, ZoneOffset.UTC), HASTY);
    }

    Path lock() {
        return lockFolder().resolve("lock");
    }

    Path lockFolder() {
        return locks().path().resolve(LocksFolder.nameOf(path()).toString());
    }

    Path put(String name, String text) throws IOException {
        var file = path().resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes(text));
    }

    String text(String name) throws IOException {
        return Files.readString(path().resolve(name));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static VaultPath at(String path) {
        try {
            return VaultPath.parse(path);
        } catch (Failure malformed) {
            throw new AssertionError(malformed);
        }
    }
}
