package dev.berth.durable.lock;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;

/// A process that adds lines to one file under the lock, until its input ends.
///
/// It says `ok LINE` when a line was added, and `stale LINE` when it was refused. Asked to hold for
/// ever, it says `holding` instead; asked to try, `locked NUMBER` each time that it did not get the
/// lock, and `took` in the end.
public final class LockChild {
    static final Name LINES = Name.of("lines");
    static final Name LOCK = Name.of("lock");
    static final HeartbeatRule RULE =
            new HeartbeatRule(Duration.ofMillis(150), Duration.ofMillis(600));
    // For tests that stop nobody: no machine is so slow that a holder falls silent by itself.
    private static final HeartbeatRule PATIENT =
            new HeartbeatRule(RULE.beat(), Duration.ofMinutes(1));

    private LockChild() {}

    public static void main(String[] args) throws Exception {
        var files = SystemFiles.here();
        var world = World.of(files, InstantSource.system());
        try (var folder = files.open(Path.of(args[0]))) {
            var lock = lock(args[1], folder, world);
            if (args[2].equals("hold")) {
                lock.acquire(Duration.ofSeconds(60));
                say("holding");
                while (System.in.read() >= 0) Thread.onSpinWait();
                Runtime.getRuntime().halt(0);
            }
            if (args[2].equals("try")) tryUntilHeld(lock);
            else work(lock, folder);
        }
    }

    static DirectoryLock lock(String rule, Folder folder, World world) {
        return switch (rule) {
            case "owner" -> DirectoryLock.owner(folder, LOCK, OwnerRule.USUAL, world);
            case "heartbeat" -> DirectoryLock.heartbeat(folder, LOCK, folder, RULE, world);
            case "keeping" -> DirectoryLock.keepingHeartbeat(folder, LOCK, folder, RULE, world);
            case "patient heartbeat" ->
                    DirectoryLock.heartbeat(folder, LOCK, folder, PATIENT, world);
            case "patient keeping" ->
                    DirectoryLock.keepingHeartbeat(folder, LOCK, folder, PATIENT, world);
            default -> throw new IllegalArgumentException(rule);
        };
    }

    private static void tryUntilHeld(DirectoryLock lock) throws Failure {
        for (int number = 1; ; number++) {
            try (var held = lock.acquire(Duration.ofMillis(20))) {
                held.check();
                say("took");
                return;
            } catch (Failure.Locked locked) {
                say("locked " + number);
            }
        }
    }

    private static void work(DirectoryLock lock, Folder folder) throws Exception {
        long pid = ProcessHandle.current().pid();
        var random = new SplittableRandom(pid);
        for (int number = 0; !told(); number++) {
            String line = pid + "-" + number;
            try (var held = lock.acquire(Duration.ofMinutes(4))) {
                add(held, folder, line, random);
                say("ok " + line);
            } catch (Failure.StaleWriter stale) {
                say("stale " + line);
            }
        }
        say("done");
    }

    private static void add(Held held, Folder folder, String line, SplittableRandom random)
            throws Failure, InterruptedException {
        byte[] before = AtomicFile.readIfThere(folder, LINES, 10_000_000).orElse(new byte[0]);
        // Some are short, some long enough to be hit.
        if (random.nextInt(4) == 0) Thread.sleep(random.nextInt(30));
        String after = new String(before, StandardCharsets.UTF_8) + line + "\n";
        held.write(folder, LINES, after.getBytes(StandardCharsets.UTF_8), 0600);
    }

    private static boolean told() throws IOException {
        return System.in.available() > 0;
    }

    private static void say(String word) {
        System.out.println(word);
        System.out.flush();
    }
}
