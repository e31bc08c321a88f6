package dev.berth.depot.work;

import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/// Several threads at one piece of work. The first failure ends it for all of them, and is what the
/// caller hears.
public record Crew(int size) {
    public Crew {
        if (size < 1) throw new IllegalArgumentException("nobody to do it");
    }

    /// What one of them does.
    public interface Task {
        void run() throws Failure;
    }

    /// What is done with one piece of work.
    public interface Step<T> {
        void run(T item) throws Failure;
    }

    /// One of them, with what it alone uses; closed when there is nothing left to do.
    public interface Hand<T> extends Step<T>, AutoCloseable {
        @Override
        void close();
    }

    /// Lets every one of them run a task of its own, and waits for all.
    public void run(List<? extends Task> tasks) throws Failure {
        var trouble = new Trouble();
        var threads = new ArrayList<Thread>();
        for (var task : tasks.subList(1, tasks.size())) {
            threads.add(Thread.ofPlatform().daemon().start(() -> trouble.guard(task)));
        }
        trouble.guard(tasks.getFirst());
        for (var thread : threads) join(thread);
        trouble.rethrow();
    }

    /// Works `stack` off, with whatever is pushed onto it on the way.
    public <T> void drain(Stack<T> stack, Step<T> step) throws Failure {
        run(Collections.nCopies(size, () -> stack.workOff(step)));
    }

    /// The same, where each of them needs something of its own.
    public <T> void drain(Stack<T> stack, Supplier<? extends Hand<T>> hands) throws Failure {
        Task task =
                () -> {
                    try (var hand = hands.get()) {
                        stack.workOff(hand);
                    }
                };
        run(Collections.nCopies(size, task));
    }

    /// Goes through a tree from its leaves up: each item when all below it are done.
    public <T> void rise(
            T root, Function<? super T, ? extends List<T>> below, Supplier<? extends Hand<T>> hands)
            throws Failure {
        var ready = new Stack<Rung<T>>();
        Rung.climb(root, null, below, ready);
        drain(ready, () -> new Riser<>(hands.get(), ready));
    }

    /// An item of a tree, and how many of those right below it are still to be done.
    private record Rung<T>(T item, @Nullable Rung<T> above, AtomicInteger waiting) {
        /// Pushed backwards, so that neighbours come one after the other.
        static <T> void climb(
                T item,
                @Nullable Rung<T> above,
                Function<? super T, ? extends List<T>> below,
                Stack<Rung<T>> ready) {
            var lower = below.apply(item);
            var rung = new Rung<>(item, above, new AtomicInteger(lower.size()));
            if (lower.isEmpty()) ready.push(rung);
            for (T each : lower.reversed()) climb(each, rung, below, ready);
        }
    }

    private record Riser<T>(Hand<T> hand, Stack<Rung<T>> ready) implements Hand<Rung<T>> {
        @Override
        public void run(Rung<T> rung) throws Failure {
            hand.run(rung.item);
            var above = rung.above;
            if (above != null && above.waiting.decrementAndGet() == 0) ready.push(above);
        }

        @Override
        public void close() {
            hand.close();
        }
    }

    /// Work that makes more work: last in, first out. Empty for good when nobody is at it any more.
    public static final class Stack<T> {
        private final Deque<T> items = new ArrayDeque<>();
        private int busy;
        private boolean abandoned;

        public synchronized void push(T item) {
            items.push(item);
            notify();
        }

        private void workOff(Step<T> step) throws Failure {
            boolean done = false;
            try {
                for (T item = take(); item != null; item = take()) {
                    step.run(item);
                    done();
                }
                done = true;
            } finally {
                if (!done) abandon();
            }
        }

        private synchronized @Nullable T take() {
            try {
                while (items.isEmpty() && busy > 0 && !abandoned) wait();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                abandoned = true;
            }
            if (items.isEmpty() || abandoned) return null;
            busy++;
            return items.pop();
        }

        private synchronized void done() {
            busy--;
            if (busy == 0 && items.isEmpty()) notifyAll();
        }

        private synchronized void abandon() {
            abandoned = true;
            notifyAll();
        }
    }

    /// The first thing that went wrong.
    public static final class Trouble {
        private @Nullable Throwable first;

        public void guard(Task task) {
            try {
                task.run();
            } catch (Throwable failure) {
                note(failure);
            }
        }

        public synchronized void note(Throwable failure) {
            if (first == null) first = failure;
            else if (!first.equals(failure)) first.addSuppressed(failure);
        }

        public synchronized boolean isThere() {
            return first != null;
        }

        public synchronized void rethrow() throws Failure {
            // Before the switch, which the JVM links when it is first come to.
            if (first == null) return;
            switch (first) {
                case Failure failure -> throw failure;
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                default -> throw new IllegalStateException(first);
            }
        }
    }

    /// What was begun is ended properly first; whoever interrupted is answered after.
    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
