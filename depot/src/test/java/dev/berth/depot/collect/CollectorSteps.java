package dev.berth.depot.collect;

import dev.berth.depot.collect.Model.Fault;

import java.util.List;

/// What a collector does, one object at a time: see `CollectDomain`.
record CollectorSteps(Model now, int me) {
    private static final int LOOK_FOR_UNINDEXED = 0;
    private static final int INDEX_THEM = 1;
    private static final int DOOM = 2;
    private static final int LOAD_INDEX = 3;
    private static final int READ_DOOMS = 4;
    private static final int LIST_PENDING = 5;
    private static final int LIST_FINALS = 6;
    private static final int COPY = 7;
    private static final int INDEX_COPY = 8;
    private static final int LOOK_AT_COPY = 9;
    private static final int DELETE_PACKS = 10;
    private static final int FORGET_THEM = 11;
    static final int DONE = 12;

    void next(List<Model> into) {
        if (now.pc[me] == DOOM) {
            doom(into);
            return;
        }
        var then = now.copy();
        switch (now.pc[me]) {
            case LOOK_FOR_UNINDEXED -> {
                then.relied[me] = now.exists & ~now.indexed;
                then.pc[me] = then.relied[me] == 0 ? DOOM : INDEX_THEM;
            }
            case INDEX_THEM -> {
                // Or not; and what it has seen may be indexed, doomed or gone by now.
                then.relied[me] = 0;
                then.pc[me] = DOOM;
                var indexing = then.copy();
                indexing.indexed |= now.relied[me];
                into.add(indexing);
            }
            case LOAD_INDEX -> {
                then.known[me] = now.indexed;
                then.pc[me] = READ_DOOMS;
            }
            case READ_DOOMS -> {
                boolean own = now.has(Fault.COLLECTOR_KNOWS_ONLY_ITS_OWN_DOOMS);
                then.dooms[me] = own ? now.relied[me] : now.doomed;
                then.known[me] = (now.known[me] & ~then.dooms[me]) != 0 ? 1 : 0;
                then.relied[me] = 0;
                then.pc[me] = LIST_PENDING;
            }
            case LIST_PENDING -> {
                boolean wrong = now.has(Fault.COLLECTOR_LISTS_FINALS_FIRST);
                note(then, wrong ? now.finals : now.pending & ~now.doomedPending);
                then.pc[me] = LIST_FINALS;
            }
            case LIST_FINALS -> {
                boolean wrong = now.has(Fault.COLLECTOR_LISTS_FINALS_FIRST);
                note(then, wrong ? now.pending & ~now.doomedPending : now.finals);
                then.pc[me] = now.has(Fault.COLLECTOR_COPIES_AFTER_DELETING) ? DELETE_PACKS : COPY;
            }
            case COPY -> copy(then);
            case INDEX_COPY -> {
                then.indexed |= now.lastPack(me);
                then.pc[me] = LOOK_AT_COPY;
            }
            case LOOK_AT_COPY -> {
                boolean undone = (now.doomed & now.lastPack(me)) != 0;
                if (undone) then.dooms[me] = 0;
                then.pc[me] = undone ? DONE : DELETE_PACKS;
            }
            case DELETE_PACKS -> {
                then.exists &= ~now.dooms[me];
                then.pc[me] = FORGET_THEM;
            }
            case FORGET_THEM -> {
                then.indexed &= ~now.dooms[me];
                then.pending &= ~now.doomedPending;
                then.dooms[me] = 0;
                then.known[me] = 0;
                then.refs[me] = 0;
                then.pc[me] = DONE;
            }
            default -> {
                return;
            }
        }
        into.add(then);
    }

    /// Condemns nothing, any one pack, or all of them, with or without any pending checkpoint.
    private void doom(List<Model> into) {
        boolean early = now.has(Fault.COLLECTOR_LISTS_BEFORE_ITS_DOOM);
        if (early && now.known[me] == 0) {
            // Remembers what it saw, and dooms in the next step.
            var then = now.copy();
            then.known[me] = 1;
            note(then, now.pending | now.finals);
            into.add(then);
            return;
        }
        int free = now.exists & ~now.doomed;
        for (int packs = 0; packs <= free; packs++) {
            boolean choice = Integer.bitCount(packs) < 2 || packs == free;
            if (!choice || (packs & ~free) != 0) continue;
            for (int each : now.pending == 0 ? new int[] {0} : new int[] {0, now.pending}) {
                var then = now.copy();
                then.doomed |= packs;
                then.doomedPending |= each;
                boolean own = now.has(Fault.COLLECTOR_KNOWS_ONLY_ITS_OWN_DOOMS);
                then.relied[me] = own ? packs : 0;
                then.known[me] = early && (now.indexed & ~then.doomed) != 0 ? 1 : 0;
                then.dooms[me] = early ? then.doomed : 0;
                then.pc[me] = early ? COPY : LOAD_INDEX;
                into.add(then);
            }
        }
    }

    private void copy(Model then) {
        boolean held = now.known[me] != 0;
        int source = now.exists & now.dooms[me];
        if (now.refs[me] != 0 && !held && source != 0) {
            int pack = now.freshPack(me);
            if (pack == 0) return;
            then.exists |= pack;
            then.made[me]++;
            then.pc[me] = INDEX_COPY;
        } else {
            // Without a source someone else has copied and deleted meanwhile.
            then.pc[me] = DELETE_PACKS;
        }
        then.known[me] = 0;
        then.refs[me] = 0;
    }

    private void note(Model then, int checkpoints) {
        if (checkpoints != 0) then.refs[me] = 1;
    }
}
