package dev.berth.server.operations;

import dev.berth.session.SessionKey;
import dev.berth.session.life.Observer;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Counts and times what the node does. Safe for use by several threads.
public final class Deeds implements Observer {
    private static final String FAILED = "failed";

    private final Observer next;
    private final Map<Deed, Tally> tallies = new EnumMap<>(Deed.class);

    /// `next` hears everything as well.
    public Deeds(Observer next) {
        this.next = next;
        for (var deed : Deed.values()) tallies.put(deed, new Tally());
    }

    private static final class Tally {
        private final Map<String, LongAdder> endings = new ConcurrentSkipListMap<>();
        private final Histogram times = new Histogram();
        private final LongAdder bytes = new LongAdder();
        private final AtomicInteger running = new AtomicInteger();
    }

    @Override
    public Doing begin(Deed deed, SessionKey session) {
        var tally = tallies.get(deed);
        if (tally == null) throw new IllegalStateException("not counted: " + deed);
        tally.running.incrementAndGet();
        return new Counted(tally, next.begin(deed, session), System.nanoTime());
    }

    private static final class Counted implements Doing {
        private final Tally tally;
        private final Doing next;
        private final long began;
        private String ending = FAILED;

        Counted(Tally tally, Doing next, long began) {
            this.tally = tally;
            this.next = next;
            this.began = began;
        }

        @Override
        public void ended(String how) {
            ending = how;
            next.ended(how);
        }

        @Override
        public void moved(long bytes) {
            tally.bytes.add(bytes);
            next.moved(bytes);
        }

        @Override
        public void close() {
            tally.running.decrementAndGet();
            tally.times.add(System.nanoTime() - began);
            tally.endings.computeIfAbsent(ending, _ -> new LongAdder()).increment();
            next.close();
        }
    }

    void show(Exposition out) {
        tallies.forEach(
                (deed, tally) -> {
                    String name = "berth_" + deed.name().toLowerCase(Locale.ROOT);
                    out.head(name + "s_total", "counter", "By how they ended.");
                    tally.endings.forEach(
                            (ending, count) ->
                                    out.line(
                                            "%ss_total{ending=\"%s\"}".formatted(name, ending),
                                            count.sum()));
                    out.one(name + "s_running", "gauge", "Under way.", tally.running.get());
                    tally.times.show(out, name + "_seconds", "How long they took.");
                });
        var points = tallies.get(Deed.CHECKPOINT);
        long bytes = points == null ? 0 : points.bytes.sum();
        out.one("berth_checkpoint_bytes_total", "counter", "Bytes that were new.", bytes);
    }
}
