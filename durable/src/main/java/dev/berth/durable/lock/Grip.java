package dev.berth.durable.lock;

import dev.berth.durable.FileFault;

/// All that being the holder consists of: the claim with our owner file, and the gate passed.
final class Grip {
    private final Claim claim;
    private final byte[] owner;
    private final String token;
    private final Gate gate;
    private final Beat beat;

    Grip(Claim claim, byte[] owner, String token, Gate gate, Beat beat) {
        this.claim = claim;
        this.owner = owner.clone();
        this.token = token;
        this.gate = gate;
        this.beat = beat;
    }

    Claim claim() {
        return claim;
    }

    boolean hasClaim() throws FileFault {
        return claim.isHeldBy(owner);
    }

    boolean hasGate() throws FileFault {
        return gate.isOurs();
    }

    void beat() throws FileFault {
        if (!hasClaim() || !hasGate()) return;
        gate.beat();
        beat.next();
    }

    /// The gate first: as long as we have the claim, nobody of us waits in front of it.
    void letGo() throws FileFault {
        try {
            gate.leave(() -> !hasClaim());
        } finally {
            HeldHere.remove(token);
        }
        claim.release();
    }

    void close() {
        gate.forget();
        claim.close();
    }
}
