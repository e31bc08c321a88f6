package dev.berth.depot.work;

import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

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
        var tasks = new ArrayList<Task>();
        for (int i = 0; i < size; i++) {
            tasks.add(
                    () -> {
                        boolean done = false;
                        try {
                            for (T item = stack.take(); item != null; item = stack.take()) {
                                step.run(item);
                                stack.done();
                            }
                            done = true;
                        } finally {
                            if (!done) stack.abandon();
                        }
                    });
        }
        run(tasks);
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
            switch (first) {
                case null -> {}
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
