package dev.berth.depot.restore;

import dev.berth.depot.tree.Meta;

import java.util.EnumSet;
import java.util.Set;

/// What is known of a file besides its name and its bytes, and what a target may have no room for.
public enum Fact {
    OWNERS,
    MODES,
    TIMES,
    HOLES;

    static Set<Fact> differing(Meta one, Meta other) {
        var differing = EnumSet.noneOf(Fact.class);
        if (one.uid() != other.uid() || one.gid() != other.gid()) differing.add(OWNERS);
        if (one.mode() != other.mode()) differing.add(MODES);
        if (one.seconds() != other.seconds() || one.nanos() != other.nanos()) differing.add(TIMES);
        return differing;
    }
}
