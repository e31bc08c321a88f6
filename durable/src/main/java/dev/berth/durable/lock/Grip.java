package dev.berth.durable.lock;

import dev.berth.durable.FileFault;

/// All that being the holder consists of: the claim with our owner file, and the gate passed.
final class Grip {
    private final Claim claim;
    private final long ownerFile;
    private final String token;
    private final Gate gate;
    private final Beat beat;
    private int notes;

    Grip(Claim claim, long ownerFile, String token, Gate gate, Beat beat) {
        this.claim = claim;
        this.ownerFile = ownerFile;
        this.token = token;
        this.gate = gate;
        this.beat = beat;
    }

    void note(Note note) throws FileFault {
        claim.note(note, notes);
        notes++;
    }

    boolean hasClaim() throws FileFault {
        return claim.isHeldBy(ownerFile);
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
        claim.release(notes);
    }

    void close() {
        gate.forget();
        claim.close();
    }
}
