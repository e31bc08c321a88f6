package dev.berth.bundle.ship;

import dev.berth.disk.Tally;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

/// Counts what lies in a volume that stays at home; what cannot be looked at is not counted.
final class CountVisit implements Walk.Visitor<Failure> {
    private Tally tally = Tally.NOTHING;

    Tally tally() {
        return tally;
    }

    @Override
    public void entry(Found entry, Folder in) {
        tally = tally.and(entry.stat().size());
    }

    @Override
    public void unreadable(Found folder, FileFault why) {}
}
