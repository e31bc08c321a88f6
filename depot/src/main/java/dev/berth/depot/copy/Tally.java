package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What a copy has done so far. Safe for use by several threads.
final class Tally {
    private final List<Entry> brought = new ArrayList<>();
    private final List<CheckpointId> givenUp = new ArrayList<>();
    private final List<Copied.Left> left = new ArrayList<>();
    private long there;
    private long newBytes;
    private long storedBytes;

    synchronized void brought(Entry entry) {
        brought.add(entry);
    }

    synchronized void there() {
        there++;
    }

    synchronized void givenUp(CheckpointId id) {
        givenUp.add(id);
    }

    synchronized void left(Entry entry, Failure why) {
        left.add(new Copied.Left(entry, why));
    }

    synchronized void stored(long fresh, long stored) {
        newBytes += fresh;
        storedBytes += stored;
    }

    synchronized Copied result() {
        left.sort(Comparator.comparing(each -> each.entry().id()));
        return new Copied(brought, there, givenUp, left, newBytes, storedBytes);
    }
}
