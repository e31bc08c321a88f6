package dev.berth.s3server;

import dev.berth.s3server.Relay.Way;
import dev.berth.s3server.Relay.Wire;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// A way on which a part of all requests meets a fault, chosen by a seed.
public final class Faults implements Way {
    private final double share;
    private final List<Fault> kinds;
    private final SplittableRandom random;
    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    private int requests;

    public Faults(long seed, double share, List<Fault> kinds) {
        this.share = share;
        this.kinds = List.copyOf(kinds);
        this.random = new SplittableRandom(seed);
    }

    @Override
    public void carry(Message request, Wire wire) throws IOException {
        SplittableRandom own;
        Fault fault = null;
        synchronized (this) {
            requests++;
            own = random.split();
            if (random.nextDouble() < share) fault = kinds.get(random.nextInt(kinds.size()));
            if (fault != null) struck.merge(fault, 1, Integer::sum);
        }
        if (fault == null) Relay.PLAIN.carry(request, wire);
        else fault.strike(request, wire, own);
    }

    /// How many requests there were.
    public synchronized int requests() {
        return requests;
    }

    /// How many met a fault.
    public synchronized int struck() {
        return struck.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// How many met each.
    public synchronized Map<Fault, Integer> kinds() {
        return new EnumMap<>(struck);
    }
}
