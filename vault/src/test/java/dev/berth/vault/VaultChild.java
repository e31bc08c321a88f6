package dev.berth.vault;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// A process of ours that adds lines to a file of a vault, until its input has something to say.
/// `VAULT CACHE FILE BEAT TERM TIMEOUT work|hold`, in milliseconds; says `ok LINE` or `stale LINE`.
public final class VaultChild {
    private static final long BETWEEN_NANOS = 3_000_000;

    private VaultChild() {}

    public static void main(String[] args) throws Exception {
        var settings =
                new VaultSettings(
                        new HeartbeatRule(millis(args[3]), millis(args[4])),
                        millis(args[5]),
                        Duration.ofSeconds(30));
        var locks = LocksFolder.in(SystemFiles.here(), Path.of(args[1]));
        var file = VaultPath.parse(args[2]);
        try (var vault = Vault.open(Path.of(args[0]), locks, InstantSource.system(), settings)) {
            if (args[6].equals("hold")) {
                hold(vault, file);
            } else {
                work(vault, file);
            }
        }
    }

    private static void work(Vault vault, VaultPath file) throws Exception {
        long pid = ProcessHandle.current().pid();
        for (int number = 0; System.in.available() == 0; number++) {
            String line = pid + "-" + number;
            try (var held = vault.hold()) {
                var now = vault.read(file);
                new Write(vault.root(), held, vault.contents(), file, VaultSettings.USUAL)
                        .run(plus(now, line), new Expectation.Anything(), Reconcile.never())
                        .orThrow();
                say("ok " + line);
            } catch (Failure.StaleWriter stale) {
                say("stale " + line);
            } catch (Failure.Locked locked) {
                say("locked " + line);
            }
            // As the foreign one does: whoever is always the first at the door mixes with nobody.
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
        say("done");
    }

    /// Takes the lock, and writes when it is told to.
    private static void hold(Vault vault, VaultPath file) throws Exception {
        try (var held = vault.hold()) {
            say("holding");
            int told = System.in.read();
            if (told < 0) return;
            new Write(vault.root(), held, vault.contents(), file, VaultSettings.USUAL)
                    .run(
                            "late".getBytes(StandardCharsets.UTF_8),
                            new Expectation.Anything(),
                            Reconcile.never())
                    .orThrow();
            say("ok late");
        } catch (Failure.StaleWriter stale) {
            say("stale late");
        }
    }

    private static byte[] plus(Optional<byte[]> now, String line) {
        String before = now.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
        return (before + line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text));
    }

    private static void say(String word) {
        System.out.println(word);
        System.out.flush();
    }
}
