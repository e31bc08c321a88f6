package dev.berth.session.life;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/// Waits for what is to become true, with a wide deadline.
final class Waiting {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private Waiting() {}

    /// A question that may fail.
    interface Question {
        boolean holds() throws Exception;
    }

    /// Whether a process is there and is more than what its parent has not noticed yet.
    static boolean lives(long pid) throws IOException {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    static void until(String what, Question question) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!question.holds()) {
            if (System.nanoTime() > end) throw new AssertionError("not so: " + what);
            Thread.sleep(10);
        }
    }
}
