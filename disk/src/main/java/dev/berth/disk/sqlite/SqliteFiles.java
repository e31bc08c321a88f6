package dev.berth.disk.sqlite;

import dev.berth.disk.Disk;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Layout;
import dev.berth.disk.Progress;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.sqlite.Gate.Admitted;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;

import org.sqlite.SQLiteErrorCode;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// Disks in SQLite files. `patience` is how long someone else's lock is waited for.
public final class SqliteFiles implements DiskFiles {
    // Not by its path: that is one nobody has named, and it is gone when this is read.
    private static final String BEING_BUILT = "the new disk";
    private static final String MEMORY = ":memory:";

    private final Gate gate;
    private final Entrance entrance;
    private final Watch watch;
    private final Clock clock;
    private final Duration patience;

    public SqliteFiles(FileLayer files, Clock clock, Duration patience) {
        this.gate = new Gate(files, patience);
        this.entrance = new Entrance(gate, patience);
        this.watch = new Watch(files);
        this.clock = clock;
        this.patience = patience;
    }

    @Override
    public Disk open(Path file) throws Failure {
        var connection = entrance.open(file);
        return new SqliteDisk(
                new Store(
                        connection,
                        file.toString(),
                        false,
                        (sql, limits) -> query(file, sql, limits)),
                clock);
    }

    @Override
    public Disk inMemory() throws Failure {
        try {
            var connection = Connections.memory();
            Connections.run(connection, Schema.TABLE);
            return new SqliteDisk(
                    new Store(
                            connection,
                            MEMORY,
                            true,
                            (sql, limits) -> ask(connection, sql, limits)),
                    clock);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, MEMORY);
        }
    }

    private static QueryResult ask(Connection connection, OneStatement sql, QueryLimits limits)
            throws Failure {
        long end = BoundedQuery.endFromNow(limits);
        return Abandonable.run(
                () -> new BoundedQuery(connection, limits, end, MEMORY).run(sql), limits);
    }

    @Override
    public Layout layout(Path file) throws Failure {
        try (var connection = entrance.open(file)) {
            return Gate.layout(connection, "main", file.toString());
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file.toString());
        }
    }

    /// On a connection of its own, which the query's thread closes when it is done with it.
    private QueryResult query(Path file, OneStatement sql, QueryLimits limits) throws Failure {
        long end = BoundedQuery.endFromNow(limits);
        var connection = entrance.open(file);
        return Abandonable.run(
                () -> {
                    try {
                        return new BoundedQuery(connection, limits, end, file.toString()).run(sql);
                    } finally {
                        Closing.quietly(connection);
                    }
                },
                limits);
    }

    @Override
    public Map<Volume, Tally> tallies(Path file) throws Failure {
        try (var connection = entrance.open(file)) {
            return Tallies.of(connection, "main");
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file.toString());
        }
    }

    @Override
    public boolean holdsAny(Path file, Set<Volume> volumes) throws Failure {
        String sql =
                "SELECT EXISTS (SELECT 1 FROM vfs WHERE volume IN (%s))"
                        .formatted(Extract.labels(volumes));
        try (var connection = entrance.open(file)) {
            return Connections.number(connection, sql) != 0;
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file.toString());
        }
    }

    @Override
    public void prove(Path file, Set<Volume> volumes) throws Failure {
        try (var connection = entrance.open(file)) {
            new Reading(connection, "main", volumes).prove();
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file.toString());
        }
    }

    @Override
    public void turnLive(Path file) throws Failure {
        try (var connection = Connections.work(file, patience)) {
            Connections.run(connection, "PRAGMA journal_mode=WAL");
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file.toString());
        }
    }

    @Override
    public void copy(Path live, Path copy, Progress progress) throws Failure {
        try (var admitted = gate.admit(live);
                var connection = copying(admitted, live)) {
            Gate.check(connection, "main", live.toString());
            Soundness.refuseOtherIndex(connection, "main", live.toString());
            try (var _ = watch.growth(copy, progress)) {
                Connections.run(connection, "VACUUM INTO '" + Connections.uri(copy) + "'");
            }
        } catch (SQLException error) {
            throw SqlFaults.failure(error, fullOr(error, live));
        }
    }

    @Override
    public Map<Volume, Tally> extract(
            Path source, Path target, Set<Volume> volumes, Rigour rigour, Progress progress)
            throws Failure {
        try (var admitted = gate.admit(source);
                var connection = Connections.build(target, patience)) {
            var uri = entrance.uri(admitted.file(), source.toString());
            var extract = new Extract(connection, uri, source.toString());
            try (var _ = watch.growth(target, progress)) {
                return extract.run(volumes, rigour);
            }
        } catch (SQLException error) {
            throw SqlFaults.failure(error, fullOr(error, source));
        }
    }

    private Connection copying(Admitted admitted, Path named) throws SQLException, Failure {
        return Connections.copy(entrance.uri(admitted.file(), named.toString()), patience);
    }

    /// What there is no room for is what is being written, not what is read.
    private static String fullOr(SQLException error, Path source) {
        boolean full = SqlFaults.is(error, SQLiteErrorCode.SQLITE_FULL);
        return full ? BEING_BUILT : source.toString();
    }

    @Override
    public Building build(Path target, Layout layout) throws Failure {
        try {
            var connection = Connections.build(target, patience);
            return Filling.ofNew(connection, layout, BEING_BUILT);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, BEING_BUILT);
        }
    }

    @Override
    public Building rebuild(Path file, Layout layout) throws Failure {
        var connection = entrance.open(file);
        try {
            return Filling.inPlace(connection, layout, file.toString());
        } catch (SQLException error) {
            Closing.quietly(connection);
            throw SqlFaults.failure(error, file.toString());
        }
    }

    @Override
    public void read(Path file, Set<Volume> volumes, EntrySink look, WhenProven sink)
            throws Failure {
        try (var connection = entrance.begun(file)) {
            Soundness.refuseOtherIndex(connection, "main", file.toString());
            var reading = new Reading(connection, "main", volumes);
            reading.prove(look);
            reading.giveSorted(sink.begin());
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file.toString());
        }
    }

    @Override
    public void readProving(Path file, Set<Volume> volumes, EntrySink sink) throws Failure {
        try (var connection = entrance.begun(file)) {
            Soundness.refuseOtherIndex(connection, "main", file.toString());
            new Reading(connection, "main", volumes).give(sink);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file.toString());
        }
    }

    @Override
    public boolean same(Path one, Path other, Set<Volume> volumes) throws Failure {
        try (var first = gate.admit(one);
                var second = gate.admit(other);
                var connection = copying(first, one)) {
            var uri = entrance.uri(second.file(), other.toString());
            Connections.run(connection, "ATTACH '" + uri + "' AS other");
            Connections.run(connection, "BEGIN");
            Gate.check(connection, "main", one.toString());
            Gate.check(connection, "other", other.toString());
            return Sameness.of(connection, volumes);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, one.toString());
        }
    }

    @Override
    public Scratch scratch(String sql, QueryLimits limits) throws Failure {
        return new ScratchTable(OneStatement.parse(sql), limits);
    }
}
