package dev.berth.disk.sqlite;

import dev.berth.disk.Contents;
import dev.berth.disk.Disk;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Limits;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.sqlite.SQLiteErrorCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A disk in file form, or in RAM.
final class SqliteDisk implements Disk {
    private static final String SELECT =
            "SELECT " + Rows.COLUMNS + ", content FROM vfs WHERE volume = ? AND path = ?";
    // Of a wrong type, the mode is one that makes no sense.
    private static final String GET =
            """
            SELECT content, CASE WHEN typeof(mode) IN ('integer', 'null') THEN mode ELSE 0 END
            FROM vfs WHERE volume = ? AND path = ?""";
    private static final String STAT =
            "SELECT " + Rows.COLUMNS + " FROM vfs WHERE volume = ? AND path = ?";

    private final Store store;
    private final Clock clock;

    SqliteDisk(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void put(VolumePath path, byte[] content, Volume volume) throws Failure {
        if (content.length > Limits.MAX_FILE_BYTES) {
            throw Limits.tooLarge(volume, path, content.length);
        }
        write(path, EntryKind.FILE, content, volume);
    }

    @Override
    public void put(VolumePath path, EntryKind kind, InputStream content, Volume volume)
            throws Failure {
        write(path, kind, Contents.upTo(Limits.MAX_FILE_BYTES, content, volume, path), volume);
    }

    private void write(VolumePath path, EntryKind kind, byte[] content, Volume volume)
            throws Failure {
        Contents.check(kind, content, path);
        var now = clock.instant();
        var entry = new DiskEntry(path, kind, content.length, now.getEpochSecond(), now.getNano());
        boolean done =
                store.changeByOne(statements -> Puts.quickly(statements, volume, entry, content));
        if (!done) store.change(statements -> Puts.put(statements, volume, entry, content));
    }

    @Override
    public byte[] get(VolumePath path, Volume volume) throws Failure {
        return store.read(
                statements -> {
                    var select = statements.with(GET);
                    select.setString(1, volume.label());
                    select.setString(2, path.value());
                    try (var row = select.executeQuery()) {
                        if (!row.next()) throw absent(statements, path, volume);
                        return file(row, path, volume);
                    } catch (SQLException error) {
                        if (SqlFaults.is(error, SQLiteErrorCode.SQLITE_TOOBIG)) {
                            var large = Listing.stat(statements, STAT, path, volume).orElseThrow();
                            throw Limits.tooLarge(volume, path, large.size());
                        }
                        throw error;
                    }
                });
    }

    private static byte[] file(ResultSet row, VolumePath path, Volume volume)
            throws SQLException, Failure {
        byte[] content = Rows.bytes(row, 1);
        return switch (Rows.kind(row, 2, path, volume)) {
            case FILE, EXECUTABLE -> content;
            case LINK -> throw Contents.isLink(path, new String(content, StandardCharsets.UTF_8));
            case FOLDER -> throw Contents.isFolder(path);
        };
    }

    private static Failure absent(Statements statements, VolumePath path, Volume volume)
            throws SQLException, Failure {
        return Listing.isImplied(statements, path, volume)
                ? Contents.isFolder(path)
                : Contents.absent(path, volume);
    }

    @Override
    public long get(VolumePath path, Volume volume, OutputStream target) throws Failure {
        byte[] content = get(path, volume);
        try {
            target.write(content);
        } catch (IOException error) {
            throw Contents.notTaken(error);
        }
        return content.length;
    }

    @Override
    public String linkTarget(VolumePath path, Volume volume) throws Failure {
        return store.read(
                statements -> {
                    try (var row =
                            statements.with(SELECT, volume.label(), path.value()).executeQuery()) {
                        if (!row.next()) throw absent(statements, path, volume);
                        if (Rows.entry(row, volume).kind() != EntryKind.LINK) {
                            throw new Failure.Refused(
                                    path.shown() + " is not a link", "get it instead");
                        }
                        return new String(Rows.bytes(row, Rows.CONTENT), StandardCharsets.UTF_8);
                    }
                });
    }

    @Override
    public Optional<DiskEntry> stat(VolumePath path, Volume volume) throws Failure {
        return store.read(statements -> Listing.stat(statements, STAT, path, volume));
    }

    @Override
    public List<DiskEntry> list(Optional<VolumePath> folder, Depth depth, Volume volume)
            throws Failure {
        return store.read(statements -> new Listing(statements, volume).list(folder, depth));
    }

    @Override
    public Tally remove(VolumePath path, Depth depth, Volume volume) throws Failure {
        return store.change(
                statements -> {
                    var found = Listing.stat(statements, STAT, path, volume);
                    if (found.isEmpty()) throw Contents.absent(path, volume);
                    return new Moves(statements, volume).remove(path, depth);
                });
    }

    @Override
    public void rename(VolumePath from, VolumePath to, Volume volume) throws Failure {
        if (to.isBelow(from)) throw Contents.intoItself(from, to);
        store.change(
                statements -> {
                    var found = Listing.stat(statements, STAT, from, volume);
                    if (found.isEmpty()) throw Contents.absent(from, volume);
                    if (from.equals(to)) return Tally.NOTHING;
                    var there = Listing.stat(statements, STAT, to, volume);
                    if (there.isPresent()
                            && (there.get().kind() == EntryKind.FOLDER
                                    || found.get().kind() == EntryKind.FOLDER)) {
                        throw Contents.taken(to, Map.of());
                    }
                    new Moves(statements, volume).rename(from, to);
                    return Tally.NOTHING;
                });
    }

    @Override
    public Tally clear(Volume volume) throws Failure {
        return store.change(statements -> new Moves(statements, volume).clear());
    }

    @Override
    public QueryResult query(String sql, QueryLimits limits) throws Failure {
        return store.query(OneStatement.parse(sql), limits);
    }

    @Override
    public void close() {
        store.close();
    }
}
