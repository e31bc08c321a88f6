package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Holder.Liveness;

import java.time.Duration;
import java.util.List;

/// Judges by watching for signs of life, whoever and wherever the holder is.
final class PulseJudge implements Judge {
    private final Watch watch;

    PulseJudge(Pace pace, Duration term) {
        this.watch = new Watch(pace, term);
    }

    @Override
    public Liveness judge(Claim claim) throws FileFault {
        if (claim.inside().stat(Claim.OWNER).isEmpty()) return Liveness.GONE;
        watch.see(Signs.of(claim.inside()));
        return watch.isSilent() ? Liveness.GONE : Liveness.UNTOLD;
    }

    @Override
    public boolean isUnderWay() {
        return watch.isUnderWay();
    }

    /// All in a claim that a heartbeat changes.
    private record Signs(Pulse folder, List<Name> names) {
        static Signs of(Folder inside) throws FileFault {
            var names = inside.list().stream().map(Folder.Entry::name).sorted().toList();
            return new Signs(Pulse.of(inside.stat()), names);
        }
    }
}
