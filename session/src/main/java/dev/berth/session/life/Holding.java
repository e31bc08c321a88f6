package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Placement;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Lease;
import dev.berth.session.catalog.Leases;
import dev.berth.session.catalog.Leases.Grant;
import dev.berth.session.catalog.Leases.Holder;
import dev.berth.session.catalog.Leases.Pulse;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// The leases of this server. It beats for all of them at once; when no beat got through for a
/// whole lease, by the clock that never jumps, it counts itself as dead before anybody else may.
/// Safe for use by several threads.
final class Holding {
    private final Station station;
    private final Leases leases;
    private final String first;
    private volatile String holder;
    private int lives = 1;
    private final Map<SessionKey, Lease> held = new ConcurrentHashMap<>();
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();
    private final Set<SessionKey> lost = ConcurrentHashMap.newKeySet();
    private final AtomicLong lastBeat = new AtomicLong();

    /// A pulse of another server, and when we first saw it at that number.
    private record Seen(long beats, long sinceNanos) {}

    /// A lease, whether it was taken just now, and whether a dead server had it before.
    record Taken(Lease lease, boolean isNew, boolean fromDead) {}

    Holding(Station station, String holder) throws Failure {
        this.station = station;
        this.leases = station.catalog().leases();
        this.holder = holder;
        this.first = holder;
        long now = ticks();
        leases.join(new Holder(holder, station.node().name(), station.node().region()));
        lastBeat.set(now);
    }

    private long ticks() {
        return station.ticks().getAsLong();
    }

    /// Shows that we live; false when we are dead to the others, or must take ourselves for dead.
    boolean beat() {
        // Counted from before the beat is sent: the others count from when they see it.
        long now = ticks();
        try {
            if (!answer(now)) {
                rejoin();
                return false;
            }
            lastBeat.set(now);
            return true;
        } catch (ExecutionException | TimeoutException unreachable) {
            return !isExpired();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return !isExpired();
        }
    }

    /// Waits no longer than the lease lasts: a network that is silent must not keep us from knowing
    /// that it has ended.
    private boolean answer(long now)
            throws ExecutionException, TimeoutException, InterruptedException {
        var answer = new CompletableFuture<Boolean>();
        String name = holder;
        Thread.ofVirtual()
                .name("beat")
                .start(
                        () -> {
                            try {
                                answer.complete(leases.beat(name));
                            } catch (Failure unreachable) {
                                answer.completeExceptionally(unreachable);
                            }
                        });
        long left = lastBeat.get() + station.rules().lease().toNanos() - now;
        // One whose lease has ended asks as long as another one would wait.
        long patience = left > 0 ? left : station.rules().lease().toNanos();
        return answer.get(patience, TimeUnit.NANOSECONDS);
    }

    /// To the others this name is dead for good; under another one we may begin anew.
    private void rejoin() {
        String next = HolderNames.next(first, ++lives);
        try {
            long now = ticks();
            leases.join(new Holder(next, station.node().name(), station.node().region()));
            holder = next;
            lastBeat.set(now);
        } catch (Failure unreachable) {
            // The next beat tries again.
            assert !unreachable.what().isEmpty();
        }
    }

    boolean isExpired() {
        return ticks() - lastBeat.get() >= station.rules().lease().toNanos();
    }

    Set<SessionKey> sessions() {
        return Set.copyOf(held.keySet());
    }

    boolean has(SessionKey key) {
        return held.containsKey(key);
    }

    /// The lease of a session, taken if it can be; else a refusal that names who has it.
    Taken take(Session session) throws Failure {
        if (isExpired()) throw stale(session.key());
        var ours = held.get(session.key());
        if (ours != null) return new Taken(ours, false, false);
        var away =
                Placement.elsewhere(
                        session.place().mobility(), session.place().node(), station.node());
        if (away.isPresent()) throw away.get();
        return switch (leases.take(session.key(), holder)) {
            case Grant.Held(var lease, var fromDead) -> {
                held.put(session.key(), lease);
                lost.remove(session.key());
                yield new Taken(lease, true, fromDead.isPresent());
            }
            case Grant.Taken(var by) -> {
                if (!isDead(by.holder())) throw held(session, by);
                yield take(session);
            }
        };
    }

    /// Whether a holder has shown no sign of life for longer than a lease; declares it dead then.
    private boolean isDead(String other) throws Failure {
        var pulse = leases.pulse(other);
        if (pulse.isEmpty() || pulse.get().dead()) return true;
        long beats = pulse.get().beats();
        long now = ticks();
        var first = seen.merge(other, new Seen(beats, now), (a, b) -> a.beats == b.beats ? a : b);
        if (now - first.sinceNanos < patience().toNanos()) return false;
        seen.remove(other);
        return leases.bury(other, beats);
    }

    /// A quarter more than a lease, so that clocks which do not run alike do no harm.
    private Duration patience() {
        return station.rules().lease().multipliedBy(5).dividedBy(4);
    }

    private Failure held(Session session, Lease by) throws Failure {
        String node = leases.pulse(by.holder()).map(Pulse::holder).map(Holder::node).orElse("?");
        if (lost.contains(session.key())) {
            return new Failure.StaleWriter(
                    "this server was cut off, and lost session %s to node %s"
                            .formatted(session.id(), node),
                    "ask that node; what was here is kept as a checkpoint beside the line");
        }
        return new Failure.Locked(
                "session %s is in the hands of node %s".formatted(session.id(), node),
                "ask that node; should it be dead, ask again in %d s"
                        .formatted(patience().toSeconds() + 1),
                Map.of("node", node));
    }

    static Failure stale(SessionKey key) {
        return new Failure.StaleWriter(
                "this server has lost its right to write to session " + key.id(),
                "ask another server, or start this one again");
    }

    /// Another server may go on with it. Whoever asks for it here is late then, until it is ours
    /// again.
    void lost(SessionKey key) {
        held.remove(key);
        lost.add(key);
    }

    void release(SessionKey key) throws Failure {
        var lease = held.remove(key);
        if (lease != null) leases.release(lease);
    }

    void forget(SessionKey key) {
        held.remove(key);
    }
}
