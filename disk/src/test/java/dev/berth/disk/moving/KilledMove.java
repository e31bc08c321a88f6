package dev.berth.disk.moving;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/// Freezes or resumes once when told to, in a JVM that may be killed at any instant.
final class KilledMove {
    static final SessionId ID = new SessionId("ses_1");

    private KilledMove() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        Move move = arguments[0].equals("freeze") ? KilledMove::freeze : KilledMove::resume;
        Path warm = Files.createTempDirectory(folder, "warm");
        Files.createDirectory(warm.resolve("cold"));
        Files.copy(folder.resolve("warm.sqlite"), warm.resolve("d.sqlite"));
        Files.copy(folder.resolve("warm.sqlite"), warm.resolve("cold/ses_1.sqlite"));
        move.run(warm);
        System.out.println("ready");
        System.out.flush();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (in.readLine() == null) return;
        move.run(folder);
        System.out.println("done");
        System.out.flush();
        in.readLine();
    }

    static void freeze(Path folder) throws Failure {
        new Freeze(Disks.FILES, Disks.DISKS)
                .freeze(folder.resolve("d.sqlite"), folder.resolve("cold"), ID, Progress.NONE);
    }

    static void resume(Path folder) throws Failure {
        new Resume(Disks.FILES, Disks.DISKS, Clock.systemUTC())
                .toFile(folder.resolve("cold"), ID, folder.resolve("live.sqlite"), Progress.NONE);
    }

    private interface Move {
        void run(Path folder) throws Failure;
    }
}
