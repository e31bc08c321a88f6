package dev.berth.depot.collect;

import dev.berth.depot.collect.Model.Fault;

import java.util.List;

/// What a writer does, one object at a time: see `TakeSnapshot`.
record WriterSteps(Model now, int me) {
    private static final int READ_DOOMS = 0;
    private static final int LOAD_INDEX = 1;
    private static final int PUT_PACK = 2;
    private static final int PUT_INDEX = 3;
    private static final int PUT_PENDING = 4;
    private static final int READ_DOOMS_AGAIN = 5;
    private static final int PUT_FINAL = 6;
    private static final int READ_DOOMS_LAST = 7;
    private static final int DELETE_FINAL = 8;
    private static final int DELETE_PENDING_TO_RETRY = 9;
    private static final int DELETE_PENDING = 10;
    static final int DONE = 12;

    void next(List<Model> into) {
        var then = now.copy();
        int step = now.pc[me];
        switch (step) {
            case READ_DOOMS -> {
                then.dooms[me] = now.doomed;
                then.pc[me] = LOAD_INDEX;
            }
            case LOAD_INDEX -> {
                int good = now.indexed & ~now.dooms[me];
                then.dooms[me] = 0;
                if (good != 0) {
                    then.relied[me] = Integer.lowestOneBit(good);
                    then.pc[me] = PUT_PENDING;
                } else {
                    then.pc[me] = PUT_PACK;
                }
            }
            case PUT_PACK -> {
                int pack = now.freshPack(me);
                if (pack == 0) return;
                then.exists |= pack;
                then.made[me]++;
                then.relied[me] = now.has(Fault.WRITER_IGNORES_DOOMS_OF_ITS_OWN_PACKS) ? 0 : pack;
                then.pc[me] = PUT_INDEX;
            }
            case PUT_INDEX -> {
                then.indexed |= now.lastPack(me);
                then.pc[me] = PUT_PENDING;
            }
            case PUT_PENDING -> {
                if (now.has(Fault.WRITER_READS_DOOMS_BEFORE_ITS_PENDING)) {
                    if ((now.relied[me] & now.doomed) != 0) {
                        again(then);
                        into.add(then);
                        return;
                    }
                    then.pc[me] = READ_DOOMS_AGAIN;
                } else {
                    then.pending |= now.checkpoint(me);
                    then.pc[me] = READ_DOOMS_AGAIN;
                }
            }
            case READ_DOOMS_AGAIN -> {
                if (now.has(Fault.WRITER_READS_DOOMS_BEFORE_ITS_PENDING)) {
                    then.pending |= now.checkpoint(me);
                    then.pc[me] = PUT_FINAL;
                } else if ((now.relied[me] & now.doomed) != 0) {
                    again(then);
                } else {
                    then.relied[me] = 0;
                    then.pc[me] = PUT_FINAL;
                }
            }
            case PUT_FINAL -> {
                then.finals |= now.checkpoint(me);
                then.pc[me] =
                        now.has(Fault.WRITER_TRUSTS_ITS_FINAL) ? DELETE_PENDING : READ_DOOMS_LAST;
            }
            case READ_DOOMS_LAST -> {
                boolean gone = (now.doomedPending & now.checkpoint(me)) != 0;
                then.pc[me] = gone ? DELETE_FINAL : DELETE_PENDING;
            }
            case DELETE_FINAL -> {
                then.finals &= ~now.checkpoint(me);
                then.pc[me] = DELETE_PENDING_TO_RETRY;
            }
            case DELETE_PENDING_TO_RETRY -> {
                then.pending &= ~now.checkpoint(me);
                if (!now.mayTryAgain(me)) return;
                then.tries[me]++;
                again(then);
            }
            case DELETE_PENDING -> {
                then.pending &= ~now.checkpoint(me);
                then.acked |= now.checkpoint(me);
                then.pc[me] = DONE;
            }
            default -> {
                return;
            }
        }
        into.add(then);
    }

    private void again(Model then) {
        then.relied[me] = 0;
        then.dooms[me] = 0;
        then.pc[me] = READ_DOOMS;
    }
}
