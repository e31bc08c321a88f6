package dev.berth.session.jdbc;

import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// What one database does in its own way. Safe for use by several threads.
public interface Dialect extends AutoCloseable {
    /// Lends a connection; the caller gives it back.
    Connection lend() throws Failure;

    /// Takes a connection back; one that is `broken` is not used again.
    void takeBack(Connection connection, boolean broken);

    /// Waits until a transaction that writes may begin, where there is only one at a time: in line
    /// here, not asleep within the driver, which would hold the thread that carries ours.
    default void awaitTurn() {}

    /// Lets the next one write.
    default void endTurn() {}

    /// What is put behind a select so that nobody else changes the row before the transaction ends.
    String forUpdate();

    /// What an error means for whoever was in the middle of something.
    Trouble trouble(SQLException error);

    /// Tries to make room where an error was [Trouble#FULL]; true when there is some now.
    default boolean makesRoom() {
        return false;
    }

    /// The steps that make the schema, in order; a step never changes once it was released.
    List<Migration> migrations();

    /// What keeps other servers from changing the schema until the transaction ends; empty when
    /// nothing needs to be said.
    String lockSchema();

    /// A number out of a row's `facts`, which stands there once under this name, at this place;
    /// null where the facts cannot be read.
    String fact(String place, String name);

    /// What put before a query shows how it is run.
    String explain();

    /// The failure that a caller sees.
    Failure failure(SQLException error);

    @Override
    void close();

    /// A step of the schema.
    record Migration(int step, List<String> statements) {
        public Migration {
            statements = List.copyOf(statements);
        }
    }

    /// What kind of error it was.
    enum Trouble {
        /// Others were in the way; nothing was done.
        BUSY,
        /// The connection is gone: what was being committed may be durable, or not.
        LOST,
        /// A key is there already.
        TAKEN,
        /// There was no space left; nothing was done.
        FULL,
        /// Anything else.
        OTHER
    }
}
