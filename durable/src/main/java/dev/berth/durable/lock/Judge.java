package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.lock.Holder.Liveness;

/// Tells a living holder from one that is gone.
interface Judge {
    Liveness judge(Claim claim) throws FileFault;

    /// Whether a judgement was begun that only more time can finish.
    boolean isUnderWay();
}
