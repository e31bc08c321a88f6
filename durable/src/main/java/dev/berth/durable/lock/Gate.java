package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

/// What else has to be passed, besides the claim, to hold a lock.
interface Gate {
    /// Looks once without entering, so that time spent waiting for the claim counts here too.
    void look() throws FileFault;

    /// Called with the claim in hand; false when someone is in there.
    boolean enter() throws FileFault, Failure;

    boolean isUnderWay();

    /// Whether it is still us who are in there.
    boolean isOurs() throws FileFault;

    /// Shows that we are alive.
    void beat() throws FileFault;

    /// Leaves, unless `lost` says at the last moment that someone else has the claim.
    void leave(Lost lost) throws FileFault;

    /// Lets go of what was opened, without changing anything.
    void forget();

    /// Asks whether the claim was lost.
    interface Lost {
        boolean ask() throws FileFault;
    }

    /// Where the claim is the whole lock.
    enum None implements Gate {
        NONE;

        @Override
        public void look() {}

        @Override
        public boolean enter() {
            return true;
        }

        @Override
        public boolean isUnderWay() {
            return false;
        }

        @Override
        public boolean isOurs() {
            return true;
        }

        @Override
        public void beat() {}

        @Override
        public void leave(Lost lost) {}

        @Override
        public void forget() {}
    }
}
