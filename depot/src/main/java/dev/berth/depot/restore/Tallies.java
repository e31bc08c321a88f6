package dev.berth.depot.restore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// What a restore has done so far. Safe for use by several threads.
final class Tallies {
    final AtomicLong written = new AtomicLong();
    final AtomicLong writtenLinks = new AtomicLong();
    final AtomicLong writtenBytes = new AtomicLong();
    final AtomicLong kept = new AtomicLong();
    final AtomicLong removed = new AtomicLong();
    final AtomicLong ownersLeft = new AtomicLong();

    /// Which facts of anything are not what they should be, since the target has no room for them.
    final Set<Fact> differing = Collections.synchronizedSet(EnumSet.noneOf(Fact.class));

    /// The target itself could not be given its facts.
    final AtomicBoolean topLeft = new AtomicBoolean();

    /// What was left as it is, since it is not for a restore to write to.
    final List<String> leftOut = Collections.synchronizedList(new ArrayList<>());

    final List<String> missing = Collections.synchronizedList(new ArrayList<>());
    final List<String> altered = Collections.synchronizedList(new ArrayList<>());
}
