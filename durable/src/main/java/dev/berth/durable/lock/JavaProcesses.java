package dev.berth.durable.lock;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;

/// Processes as Java sees them, for systems without `/proc`. No boot is told from another there: a
/// number that was given out again after a restart is seen by its start time.
final class JavaProcesses implements Processes {
    private final Identity self =
            new Identity(
                    ProcessHandle.current().pid(),
                    started(ProcessHandle.current()),
                    "",
                    hostName(),
                    "",
                    "");

    @Override
    public Identity self() {
        return self;
    }

    @Override
    public Presence presence(long pid, int uid) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .<Presence>map(process -> new Presence.Running(started(process)))
                .orElseGet(Presence.Gone::new);
    }

    @Override
    public Duration uptime() {
        return Duration.ofNanos(Math.max(0, System.nanoTime()));
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("");
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "localhost";
        }
    }
}
