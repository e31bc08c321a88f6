package dev.berth.bench.catalog;

import dev.berth.session.jdbc.JdbcCatalog;

import java.io.IOException;

/// A database that is filled without waiting for the disk, and measured as a server uses it.
interface Kept extends AutoCloseable {
    /// What is written now need not survive; the caller closes it before the next call.
    JdbcCatalog filling() throws Exception;

    /// What was filled in, with every commit on the disk. What is written to it may be lost with
    /// the next [#filling].
    JdbcCatalog measured() throws Exception;

    /// How many may fill at once.
    int hands();

    @Override
    void close() throws IOException;
}
