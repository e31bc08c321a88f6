package dev.berth.depot.collect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Two writers and two collectors on one depot, as steps on a few bits: no bytes, no files.
///
/// There is one chunk, and every pack holds it; all that matters is which packs exist, are indexed,
/// are doomed, and which checkpoints are pending, final, acknowledged. A collector may doom any
/// pack that is there, in an index or in none, and any checkpoint that is pending, and it may index
/// packs that it found in no index, for no reason: the real one does so for good ones. Whoever is
/// killed just takes no more steps, so that every state that can be reached is also one in which
/// anyone was killed.
final class Model {
    /// What is done in a wrong order, or not at all, to see whether the explorer would tell.
    enum Fault {
        WRITER_READS_DOOMS_BEFORE_ITS_PENDING,
        WRITER_IGNORES_DOOMS_OF_ITS_OWN_PACKS,
        WRITER_TRUSTS_ITS_FINAL,
        COLLECTOR_LISTS_BEFORE_ITS_DOOM,
        COLLECTOR_LISTS_FINALS_FIRST,
        COLLECTOR_COPIES_AFTER_DELETING,
        COLLECTOR_KNOWS_ONLY_ITS_OWN_DOOMS
    }

    static final int WRITERS = 2;
    static final int ACTORS = 4;
    private static final int TRIES = 2;

    /// Pack 0 is there from the beginning; a writer may make two more, a collector one.
    private static final int[] FIRST_PACK = {1, 3, 5, 6, 7};

    private static final int OLD = 1 << (WRITERS * TRIES);

    private final Set<Fault> faults;
    private final Bounds bounds;
    private final Start start;

    int exists;
    int indexed;
    int doomed;
    int pending;
    int finals;
    int acked;
    int doomedPending;
    final int[] pc = new int[ACTORS];
    final int[] made = new int[ACTORS];
    final int[] tries = new int[ACTORS];
    final int[] dooms = new int[ACTORS];
    final int[] relied = new int[ACTORS];
    final int[] known = new int[ACTORS];
    final int[] refs = new int[ACTORS];

    /// What is there in the beginning.
    enum Start {
        /// A pack that nothing refers to.
        DEAD_PACK,
        /// A checkpoint and its pack.
        CHECKPOINT,
        /// The same, and the index is lost.
        LOST_INDEX
    }

    /// How many take part, and how often a writer begins again before the model leaves it standing.
    record Bounds(int writers, int collectors, int tries, int packs) {}

    Model(Set<Fault> faults, Bounds bounds, Start start) {
        this.faults = faults;
        this.bounds = bounds;
        this.start = start;
        for (int i = bounds.writers(); i < WRITERS; i++) pc[i] = WriterSteps.DONE;
        for (int i = WRITERS + bounds.collectors(); i < ACTORS; i++) pc[i] = CollectorSteps.DONE;
        exists = 1;
        indexed = start == Start.LOST_INDEX ? 0 : 1;
        if (start != Start.DEAD_PACK) {
            finals = OLD;
            acked = OLD;
        }
    }

    private Model(Model from) {
        faults = from.faults;
        bounds = from.bounds;
        start = from.start;
        exists = from.exists;
        indexed = from.indexed;
        doomed = from.doomed;
        pending = from.pending;
        finals = from.finals;
        acked = from.acked;
        doomedPending = from.doomedPending;
        for (int i = 0; i < ACTORS; i++) {
            pc[i] = from.pc[i];
            made[i] = from.made[i];
            tries[i] = from.tries[i];
            dooms[i] = from.dooms[i];
            relied[i] = from.relied[i];
            known[i] = from.known[i];
            refs[i] = from.refs[i];
        }
    }

    /// All states after one step of one actor.
    List<Model> next() {
        var next = new ArrayList<Model>();
        for (int actor = 0; actor < ACTORS; actor++) {
            if (actor < WRITERS) new WriterSteps(this, actor).next(next);
            else new CollectorSteps(this, actor).next(next);
        }
        return next;
    }

    /// Whether every acknowledged checkpoint still has its chunk, where a reader finds it: by the
    /// index, or where that is lost by looking into all packs.
    boolean isSafe() {
        int found = start == Start.LOST_INDEX ? exists : exists & indexed;
        return acked == 0 || found != 0;
    }

    boolean has(Fault fault) {
        return faults.contains(fault);
    }

    Model copy() {
        return new Model(this);
    }

    /// The next free name for a pack of `actor`; 0 when it has made as many as it may.
    int freshPack(int actor) {
        if (actor < WRITERS && made[actor] == bounds.packs()) return 0;
        int pack = FIRST_PACK[actor] + made[actor];
        return pack < FIRST_PACK[actor + 1] ? 1 << pack : 0;
    }

    /// What `actor` has put last.
    int lastPack(int actor) {
        return 1 << (FIRST_PACK[actor] + made[actor] - 1);
    }

    /// The checkpoint that `writer` is at.
    int checkpoint(int writer) {
        return 1 << (writer * TRIES + tries[writer]);
    }

    boolean mayTryAgain(int writer) {
        return tries[writer] + 1 < bounds.tries();
    }

    /// The state in 128 bits.
    Key key() {
        long one = exists | indexed << 7 | doomed << 14 | pending << 21 | finals << 25;
        one |= (long) acked << 30 | (long) doomedPending << 35;
        for (int i = 0; i < ACTORS; i++) one = one << 2 | made[i];
        one = one << 2 | tries[0] << 1 | tries[1];
        long two = 0;
        for (int i = 0; i < WRITERS; i++) two = two << 18 | pc[i] | dooms[i] << 4 | relied[i] << 11;
        one = one << 4 | pc[2];
        two = two << 4 | pc[3];
        return new Key(one, two, (long) locals(2) << 32 | locals(3));
    }

    private int locals(int actor) {
        return dooms[actor] | relied[actor] << 7 | known[actor] << 14 | refs[actor] << 21;
    }

    /// A state, as few bits.
    record Key(long one, long two, long three) {
        long hash() {
            long mixed = (one * 0x9E3779B97F4A7C15L ^ two) * 0xC2B2AE3D27D4EB4FL ^ three;
            return ((mixed ^ (mixed >>> 29)) * 0x165667B19E3779F9L) >>> 8;
        }
    }

    @Override
    public String toString() {
        return "exists %s, indexed %s, doomed %s, pending %s, final %s, acknowledged %s, steps %s"
                .formatted(
                        Integer.toBinaryString(exists),
                        Integer.toBinaryString(indexed),
                        Integer.toBinaryString(doomed),
                        Integer.toBinaryString(pending),
                        Integer.toBinaryString(finals),
                        Integer.toBinaryString(acked),
                        Arrays.toString(pc));
    }
}
