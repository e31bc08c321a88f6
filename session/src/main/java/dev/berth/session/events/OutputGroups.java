package dev.berth.session.events;

import dev.berth.failure.Failure;
import dev.berth.runner.Following;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Gathers a turn's output into groups of at most a tenth of a second, cut between characters, and
/// hands each on with how many bytes of the output are said by then. Used by one thread, beside its
/// own that says what has waited long enough.
public final class OutputGroups implements Following.Sink, AutoCloseable {
    private static final Duration LONGEST = Duration.ofMillis(100);
    private static final int LARGEST = 1 << 20;

    private final Group group;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long position;
    private long since;
    private boolean begun;
    private boolean ended;
    private @Nullable Failure trouble;

    public OutputGroups(long position, Group group) {
        this.position = position;
        this.group = group;
    }

    /// Takes a group; durable when it returns.
    public interface Group {
        void take(String text, long position) throws Failure;
    }

    @Override
    public synchronized void take(MemorySegment some) throws Failure {
        requireSound();
        if (!begun) Thread.ofVirtual().name("output").start(this::tick);
        begun = true;
        if (bytes.size() == 0) since = System.nanoTime();
        bytes.writeBytes(some.toArray(ValueLayout.JAVA_BYTE));
        boolean old = System.nanoTime() - since >= LONGEST.toNanos();
        if (old || bytes.size() >= LARGEST) say(false);
    }

    /// Says what is left.
    public synchronized void end() throws Failure {
        requireSound();
        ended = true;
        say(true);
    }

    /// Says nothing any more.
    @Override
    public synchronized void close() {
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

    private void say(boolean all) throws Failure {
        byte[] gathered = bytes.toByteArray();
        int count = all ? gathered.length : whole(gathered);
        if (count == 0) return;
        position += count;
        group.take(new String(gathered, 0, count, StandardCharsets.UTF_8), position);
        bytes.reset();
        bytes.write(gathered, count, gathered.length - count);
        since = System.nanoTime();
    }

    /// How many bytes do not end in the middle of a character.
    private static int whole(byte[] text) {
        for (int back = 1; back <= Math.min(3, text.length); back++) {
            int lead = text[text.length - back] & 0xff;
            if (lead < 0x80) break;
            if (lead < 0xc0) continue;
            int needs = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
            return needs > back ? text.length - back : text.length;
        }
        return text.length;
    }
}
