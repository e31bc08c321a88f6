package dev.berth.session.jdbc;

import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;

/// Brings a schema up to date: one table says which steps were made, each step is one transaction
/// together with its row there. Several servers may begin at once; each step is made by one.
record Migrating(Dialect dialect, Transactions transactions) {
    void run() throws Failure {
        transactions.write(
                connection -> {
                    lock(connection);
                    execute(
                            connection,
                            "create table if not exists berth_schema (step integer primary key)");
                    return true;
                });
        int newest = dialect.migrations().getLast().step();
        for (var migration : dialect.migrations()) {
            transactions.write(
                    connection -> {
                        lock(connection);
                        requireKnown(connection, newest);
                        if (isMade(connection, migration.step())) return false;
                        for (String statement : migration.statements()) {
                            execute(connection, statement);
                        }
                        try (var insert =
                                connection.prepareStatement(
                                        "insert into berth_schema (step) values (?)")) {
                            insert.setInt(1, migration.step());
                            insert.executeUpdate();
                        }
                        return true;
                    });
        }
    }

    private void lock(Connection connection) throws SQLException {
        String lock = dialect.lockSchema();
        if (!lock.isEmpty()) execute(connection, lock);
    }

    private static boolean isMade(Connection connection, int step) throws SQLException {
        try (var select =
                connection.prepareStatement("select 1 from berth_schema where step = ?")) {
            select.setInt(1, step);
            try (var rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static void requireKnown(Connection connection, int newest)
            throws SQLException, Failure {
        try (var select = connection.prepareStatement("select max(step) from berth_schema");
                var rows = select.executeQuery()) {
            if (rows.next() && rows.getInt(1) > newest) {
                throw new Failure.Refused(
                        "the catalog was made by a newer version of berth",
                        "use that version, or one after it");
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
