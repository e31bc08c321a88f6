package dev.berth.session.events;

import dev.berth.failure.Failure;
import dev.berth.runner.Following;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/// Hears a turn and says in groups of at most a tenth of a second what it heard. Used by one
/// thread, beside its own that says what has waited long enough.
public abstract sealed class Groups implements Following.Sink, AutoCloseable
        permits OutputGroups, AgentGroups {
    private static final Duration LONGEST = Duration.ofMillis(100);

    private boolean begun;
    private boolean ended;
    private @Nullable Failure trouble;

    /// Takes some bytes in, and may say something.
    abstract void hear(MemorySegment some) throws Failure;

    /// Says what was heard; all of it, or what is whole.
    abstract void say(boolean all) throws Failure;

    @Override
    public final synchronized void take(MemorySegment some) throws Failure {
        requireSound();
        if (!begun) Thread.ofVirtual().name("output").start(this::tick);
        begun = true;
        hear(some);
    }

    /// Says what is left.
    public final synchronized void end() throws Failure {
        requireSound();
        ended = true;
        say(true);
    }

    /// Says nothing any more.
    @Override
    public final synchronized void close() {
        ended = true;
    }

    /// A command that falls silent is heard as soon as one that goes on.
    private void tick() {
        try {
            while (hears()) Thread.sleep(LONGEST);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean hears() {
        if (ended || trouble != null) return false;
        try {
            say(false);
        } catch (Failure failure) {
            trouble = failure;
        }
        return true;
    }

    private void requireSound() throws Failure {
        var failure = trouble;
        if (failure != null) throw failure;
    }
}
