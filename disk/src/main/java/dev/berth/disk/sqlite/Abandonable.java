package dev.berth.disk.sqlite;

import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a query on a thread of its own, so that its caller is free at the deadline in any case: a
/// single built-in function on huge values (`replace`, `instr`) never asks the progress handler.
/// Such a thread is left to finish alone; it is a daemon and keeps nobody from exiting.
final class Abandonable {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private Abandonable() {}

    interface Query {
        QueryResult run() throws Failure;
    }

    static QueryResult run(Query query, QueryLimits limits) throws Failure {
        var task = new FutureTask<>(query::run);
        Thread.ofPlatform().daemon().name("berth-query").start(task);
        try {
            return task.get(limits.time().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException stuck) {
            throw BoundedQuery.tooSlow(limits).because(stuck);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("the query was interrupted", "try again")
                    .because(interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Failure failure) throw failure;
            throw new IllegalStateException(failed.getCause());
        }
    }
}
