package dev.berth.server.operations;

import dev.berth.failure.Failure;
import dev.berth.server.http.Journal;
import dev.berth.session.life.Sessions;

import java.time.Duration;

/// What a server does by itself: shows that it lives, and applies time to its sessions. Two
/// threads, since a sweep may be long and a pulse must not wait for it.
public final class Rhythm implements AutoCloseable {
    private static final int BEATS_PER_LEASE = 5;

    private final Thread pulse;
    private final Thread sweeping;

    private Rhythm(Thread pulse, Thread sweeping) {
        this.pulse = pulse;
        this.sweeping = sweeping;
    }

    private interface Step {
        void take() throws Failure;
    }

    public static Rhythm start(Sessions sessions, Duration lease, Duration sweep, Figures figures) {
        return new Rhythm(
                every(
                        "pulse",
                        lease.dividedBy(BEATS_PER_LEASE),
                        figures,
                        () -> {
                            if (!sessions.beat()) figures.lostLeases();
                        }),
                every("sweep", sweep, figures, sessions::sweep));
    }

    private static Thread every(String name, Duration pause, Journal journal, Step step) {
        return Thread.ofPlatform()
                .daemon()
                .name(name)
                .start(
                        () -> {
                            while (!Thread.currentThread().isInterrupted()) {
                                try {
                                    step.take();
                                } catch (Failure | RuntimeException trouble) {
                                    journal.unexpected(name, trouble);
                                }
                                try {
                                    Thread.sleep(pause);
                                } catch (InterruptedException stopped) {
                                    return;
                                }
                            }
                        });
    }

    /// Returns when neither does anything any more.
    @Override
    public void close() {
        pulse.interrupt();
        sweeping.interrupt();
        try {
            pulse.join();
            sweeping.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
