package dev.berth.depot.keyring;

import dev.berth.depot.key.KeyService;
import dev.berth.failure.Failure;

import java.util.List;

/// Hands a depot from one master key to another, without touching a pack.
///
/// Cut short anywhere, the key that is in force opens everything, and running it again gets it
/// done:
///
/// 1. every domain can be opened by both keys;
/// 2. the new key is put in force, by `advance`, which is one step;
/// 3. every domain can be opened by the new key alone.
public final class RotateMaster {
    private final Rings rings;

    /// `rings` gives the ring of each tenant for a key.
    public RotateMaster(Rings rings) {
        this.rings = rings;
    }

    public void run(KeyService before, KeyService after, Step advance) throws Failure {
        for (var ring : rings.of(before)) {
            ring.sweep();
            ring.share(after);
        }
        advance.run();
        // Someone who still had the old key may have made a domain in between.
        for (var ring : rings.of(before)) ring.share(after);
        for (var ring : rings.of(after)) ring.keepAlone();
    }

    /// The rings of all tenants, for a key.
    public interface Rings {
        List<KeyRing> of(KeyService key) throws Failure;
    }

    /// Puts the new key in force.
    public interface Step {
        void run() throws Failure;
    }
}
