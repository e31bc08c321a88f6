package dev.berth.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// One line on the terminal that tells how far long work has come, with rate and time left; it is
/// wiped when the work ends. Safe for use by several threads.
public final class Progress implements AutoCloseable {
    private static final long EVERY_NANOS = 100_000_000;
    private static final int BAR = 20;

    /// What is counted.
    public enum Unit {
        BYTES,
        FILES;

        /// What of both is counted.
        public long of(long files, long bytes) {
            return switch (this) {
                case BYTES -> bytes;
                case FILES -> files;
            };
        }
    }

    private final Optional<PrintStream> terminal;
    private final String doing;
    private final Unit unit;
    private final AtomicLong expected;
    private final int columns;
    private final LongSupplier nanos;
    private final long started;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong drawn;

    /// `expected` is how many units the whole is, 0 when that is not known.
    Progress(
            Optional<PrintStream> terminal,
            String doing,
            Unit unit,
            long expected,
            int columns,
            LongSupplier nanos) {
        this.terminal = terminal;
        this.doing = doing;
        this.unit = unit;
        this.expected = new AtomicLong(expected);
        this.columns = columns;
        this.nanos = nanos;
        started = nanos.getAsLong();
        drawn = new AtomicLong(started);
    }

    /// There will be so many more units than was known until now.
    public void expect(long more) {
        expected.addAndGet(more);
    }

    public void add(long units) {
        done.addAndGet(units);
        if (terminal.isEmpty()) return;
        long last = drawn.get();
        long now = nanos.getAsLong();
        if (now - last >= EVERY_NANOS && drawn.compareAndSet(last, now)) draw(now);
    }

    @Override
    public void close() {
        // Only if something was drawn: short work leaves no trace at all.
        if (drawn.get() != started) {
            terminal.ifPresent(out -> out.print("\r\u001b[K"));
            terminal.ifPresent(PrintStream::flush);
        }
    }

    String line(long now) {
        long count = done.get();
        long whole = expected.get();
        double seconds = Math.max((now - started) / 1e9, 1e-9);
        double rate = count / seconds;
        var line = new StringBuilder(doing).append("  ");
        if (whole > 0) {
            double share = Math.min(1, (double) count / whole);
            int filled = (int) (share * BAR);
            line.append("█".repeat(filled)).append("░".repeat(BAR - filled));
            line.append(String.format(Locale.ROOT, " %3.0f%%  ", share * 100));
        }
        line.append(amount(count)).append("  ").append(amount((long) rate)).append("/s");
        // Earlier the rate says nothing yet, and three hours would be promised for three seconds.
        boolean known = seconds >= 1 && count >= whole / 100;
        if (whole > count && rate > 0 && known) {
            var left = Duration.ofSeconds((long) Math.ceil((whole - count) / rate));
            line.append("  ").append(Shown.duration(left)).append(" left");
        }
        return line.length() < columns ? line.toString() : line.substring(0, columns - 1);
    }

    private synchronized void draw(long now) {
        terminal.ifPresent(out -> out.print("\r" + line(now) + "\u001b[K"));
        terminal.ifPresent(PrintStream::flush);
    }

    private String amount(long count) {
        return switch (unit) {
            case BYTES -> Shown.bytes(count);
            case FILES -> Shown.count(count, "file");
        };
    }
}
