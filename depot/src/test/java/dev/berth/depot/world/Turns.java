package dev.berth.depot.world;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Lets several actors at a store one operation at a time, in an order that a seed gives, and kills
/// some of them on the way.
public final class Turns {
    private final SplittableRandom random;
    private final List<Integer> living = new ArrayList<>();
    private final int[] left;
    private final int patience;
    private int turn;

    /// `operations` says how many each actor may do before it is killed.
    public Turns(long seed, int[] operations) {
        random = new SplittableRandom(seed);
        left = operations.clone();
        // Long runs of one actor are as telling as a fair mixture.
        patience = new int[] {1, 4, 12, 25}[random.nextInt(4)];
        for (int i = 0; i < operations.length; i++) living.add(i);
        pass();
    }

    /// An actor was killed: nothing of it goes on.
    public static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Something done at a store.
    public interface Operation<T, X extends Exception> {
        T run() throws X;
    }

    public synchronized <T, X extends Exception> T take(int actor, Operation<T, X> operation)
            throws X {
        try {
            while (turn != actor && living.contains(actor)) wait();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        if (!living.contains(actor)) throw new Killed();
        if (left[actor]-- == 0) {
            end(actor);
            throw new Killed();
        }
        try {
            return operation.run();
        } finally {
            if (random.nextInt(patience) == 0) pass();
            notifyAll();
        }
    }

    /// An actor is done, or dead.
    public synchronized void end(int actor) {
        living.remove(Integer.valueOf(actor));
        pass();
        notifyAll();
    }

    private void pass() {
        turn = living.isEmpty() ? -1 : living.get(random.nextInt(living.size()));
    }
}
