package dev.berth.durable.lock;

import dev.berth.durable.FileFault;

/// Holding under the owner rule: a claim in force, with our owner file.
final class ClaimGrip implements Grip {
    private final Claim claim;
    private final long ownerFile;
    private final String token;
    private int notes;

    ClaimGrip(Claim claim, long ownerFile, String token) {
        this.claim = claim;
        this.ownerFile = ownerFile;
        this.token = token;
    }

    @Override
    public boolean isOurs() throws FileFault {
        return claim.isHeldBy(ownerFile);
    }

    @Override
    public void note(Note note) throws FileFault {
        // Each has a name of its own, also after one that could not be written and stays there.
        int number = notes++;
        claim.note(note, number);
    }

    @Override
    public void beat() {}

    @Override
    public void letGo() throws FileFault {
        HeldHere.remove(token);
        claim.release(notes);
    }

    @Override
    public void close() {
        claim.close();
    }
}
