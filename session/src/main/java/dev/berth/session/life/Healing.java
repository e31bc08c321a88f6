package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Brings sessions in order that this server lost, as soon as the catalog can be reached. One that
/// nobody took meanwhile is its own again: what lies in its folder goes on the line, and turns that
/// wait begin. Of one that went on elsewhere what was here is kept beside the line.
///
/// In a thread of its own: a checkpoint may take longer than a pulse may wait.
final class Healing {
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(10);

    private final Station station;
    private final Workshop shop;
    private final Losing losing;
    private @Nullable Thread working;
    private boolean closed;

    Healing(Station station, Workshop shop, Losing losing) {
        this.station = station;
        this.shop = shop;
        this.losing = losing;
    }

    synchronized void begin() {
        boolean busy = working != null && working.isAlive();
        if (closed || busy || losing.late().isEmpty()) return;
        working = Thread.ofVirtual().name("healing").start(this::work);
    }

    private void work() {
        try {
            all(Duration.ZERO);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whoever still works on one learns of its loss first.
    private void all(Duration patience) throws InterruptedException {
        for (var lost : losing.late()) {
            var desk = shop.desk(lost.session().key());
            if (!desk.lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) continue;
            try {
                one(lost);
            } catch (Failure notYet) {
                // It stays in its folder; the next beat tries again.
                assert !notYet.what().isEmpty();
            } finally {
                desk.lock.unlock();
            }
        }
    }

    private void one(Losing.Ours lost) throws Failure {
        var key = lost.session().key();
        losing.stop(lost);
        boolean left = station.catalog().leases().current(key).equals(Optional.of(lost.lease()));
        if (left && isNext(lost.lease(), shop.regain(key))) {
            losing.healed(lost);
            shop.rest(key);
            return;
        }
        keep(lost);
        losing.healed(lost);
        shop.desk(key).giveUp();
        shop.rest(key);
    }

    /// Whether nobody had the lease between these two.
    private static boolean isNext(Lease before, Lease now) {
        return now.epoch() - before.epoch() <= 1;
    }

    private void keep(Losing.Ours lost) throws Failure {
        var key = lost.session().key();
        var now = station.catalog().find(key);
        if (now.isEmpty()) return;
        // Whoever has it now works in another folder: ours is the one that we began in.
        long folder = lost.session().life().folder();
        var left = new Parting(station.catalog()).of(now.get(), folder);
        var session = left.session();
        if (!session.life().persistent() || !shop.trees().isThere(session)) return;
        var tree = shop.trees().of(session);
        var taken = shop.points().takeLeft(left, tree);
        var kept = taken.row();
        var said =
                Happenings.checkpoint(
                        kept, taken.leftOut(), "what a server had that lost its lease");
        station.catalog().amend(key, (row, _) -> new Change(row, List.of(said), Optional.of(kept)));
        shop.trees().rests(key);
        shop.feed().published(key);
    }

    /// The last try: begins nothing any more, and waits for whoever is about to leave.
    void close() {
        Thread last;
        synchronized (this) {
            closed = true;
            last = working;
        }
        try {
            if (last != null) last.join();
            all(LAST_PATIENCE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
