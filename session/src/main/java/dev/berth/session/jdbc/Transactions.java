package dev.berth.session.jdbc;

import dev.berth.failure.Failure;
import dev.berth.session.jdbc.Dialect.Trouble;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/// Runs work in transactions. What was only in somebody's way, or lost its connection, is done
/// again: whoever hands in work sees to it that it finds out whether it was done already.
final class Transactions {
    private static final int ATTEMPTS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

    private final Dialect dialect;

    Transactions(Dialect dialect) {
        this.dialect = dialect;
    }

    /// Something done on a connection.
    interface Work<T> {
        T on(Connection connection) throws SQLException, Failure;
    }

    /// One transaction; durable on return.
    <T> T write(Work<T> work) throws Failure {
        return again(work, true);
    }

    /// Statements that change nothing.
    <T> T read(Work<T> work) throws Failure {
        return again(work, false);
    }

    private <T> T again(Work<T> work, boolean writing) throws Failure {
        var pause = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++) {
            var connection = dialect.lend();
            boolean broken = true;
            if (writing) dialect.awaitTurn();
            try {
                T result = writing ? committed(connection, work) : work.on(connection);
                broken = false;
                return result;
            } catch (SQLException error) {
                var trouble = dialect.trouble(error);
                broken = trouble != Trouble.BUSY && trouble != Trouble.TAKEN;
                boolean repeat =
                        switch (trouble) {
                            case BUSY, LOST -> true;
                            case FULL -> dialect.makesRoom();
                            case TAKEN, OTHER -> false;
                        };
                if (!repeat || attempt == ATTEMPTS) throw dialect.failure(error);
            } catch (Failure failure) {
                broken = false;
                throw failure;
            } finally {
                if (writing) dialect.endTurn();
                dialect.takeBack(connection, broken);
            }
            rest(pause);
            pause = pause.multipliedBy(2);
        }
    }

    private static <T> T committed(Connection connection, Work<T> work)
            throws SQLException, Failure {
        connection.setAutoCommit(false);
        boolean committed = false;
        try {
            T result = work.on(connection);
            connection.commit();
            committed = true;
            return result;
        } finally {
            if (!committed) undo(connection);
            restore(connection);
        }
    }

    /// A connection that cannot roll back has lost its transaction anyway.
    private static void undo(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException gone) {
            assert gone.getMessage() != null;
        }
    }

    private static void restore(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException gone) {
            assert gone.getMessage() != null;
        }
    }

    private static void rest(Duration pause) throws Failure {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable(
                            "interrupted while waiting for the catalog", "do it again")
                    .because(interrupted);
        }
    }
}
