package dev.berth.disk.sqlite;

import dev.berth.disk.Layout;
import dev.berth.disk.sqlite.Uses.Use;
import dev.berth.disk.sqlite.Uses.Which;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Decides whether a file may be opened as a disk at all. A database is a program: a trigger, a
/// view or a generated column in it would run inside our own statements, and SQLite's defensive
/// mode is out of the driver's reach. So nothing is asked of a file before its header and its whole
/// `sqlite_schema` have been found to be exactly ours, first in the file as it lies there, without
/// leaving a trace, then again as the connection that works on it sees it, the WAL included.
record Gate(FileLayer files, Duration patience) {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = 100;
    private static final int PAGE_SIZE_AT = 16;
    private static final int SCHEMA_FORMAT_AT = 44;
    private static final int NEWEST_SCHEMA_FORMAT = 4;
    private static final int USER_VERSION_AT = 60;
    private static final int ENCODING_AT = 56;
    private static final int APPLICATION_ID_AT = 68;
    private static final int UTF_8 = 1;

    /// A file that may be opened, and counts as open until this is closed.
    record Admitted(Path file, Use use) implements AutoCloseable {
        @Override
        public void close() {
            use.close();
        }
    }

    /// Looks at the file `named` by the user.
    Admitted admit(Path named) throws Failure {
        Path file = realPath(named);
        new Companions(files).refuseOddOnes(file, named.toString());
        return new Admitted(file, Uses.begin(which(file), () -> firstLook(file, named)));
    }

    private Which which(Path file) throws Failure {
        try (var folder = files.open(Objects.requireNonNull(file.getParent(), "a file"))) {
            var stat = folder.stat(name(file));
            if (stat.isPresent()) return new Which(stat.get().device(), stat.get().inode());
        } catch (FileFault fault) {
            throw fault.asFailure(file.toString());
        }
        throw new Failure.NotFound(file + " was there a moment ago", "look where it has gone");
    }

    private void firstLook(Path file, Path named) throws Failure {
        var companions = new Companions(files);
        look(file, named.toString());
        if (companions.hasJournal(file)) {
            var cutShort = new CutShort(files, patience);
            if (cutShort.applies(file)) {
                cutShort.undone(file, named.toString(), copy -> lookUndone(copy, named.toString()));
            }
        }
        if (companions.hasLog(file)) lookAtLog(file, named.toString());
    }

    private void look(Path file, String named) throws Failure {
        header(file, named);
        try (var connection = Connections.asItLies(file)) {
            // Lets a schema that does not parse be read all the same, so that it can be compared.
            Connections.run(connection, "PRAGMA writable_schema=ON");
            checkSchema(connection, "main", named);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, named);
        }
    }

    private void lookUndone(Path copy, String named) throws Failure {
        try (var connection = Connections.work(copy, patience)) {
            Connections.run(connection, "PRAGMA writable_schema=ON");
            checkSchema(connection, "main", named);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, named);
        }
        header(copy, named);
    }

    /// A connection that works on the file merges the log into it when it is closed, even if all
    /// that it did was to refuse. So the two are looked at together beforehand, by one that takes
    /// locks as everybody does and may not write: without locks it would take itself for the last
    /// one, and remove the log under whoever is at work.
    private static void lookAtLog(Path file, String named) throws Failure {
        try (var connection = Connections.reading(file, Duration.ZERO)) {
            Connections.run(connection, "PRAGMA writable_schema=ON");
            checkSchema(connection, "main", named);
            layout(connection, "main", named);
        } catch (SQLException inMotion) {
            // Someone is writing, or the log is no log: the connection that takes locks will tell.
        }
    }

    /// Compares the schema that `connection` sees with ours, then looks for rows that it forbids.
    static void check(Connection connection, String database, String file)
            throws SQLException, Failure {
        checkSchema(connection, database, file);
        layout(connection, database, file);
        Soundness.refuseFourthVolume(connection, database, file);
    }

    /// What the connection sees counts: a header may have changed in the log alone.
    static Layout layout(Connection connection, String database, String file)
            throws SQLException, Failure {
        long application =
                Connections.number(connection, "PRAGMA %s.application_id".formatted(database));
        if (application != Schema.APPLICATION_ID) throw otherApplication(file);
        if (!Connections.text(connection, "PRAGMA encoding").equals("UTF-8")) {
            throw otherEncoding(file);
        }
        long version = Connections.number(connection, "PRAGMA %s.user_version".formatted(database));
        return Schema.layout((int) version).orElseThrow(() -> otherFormat(file));
    }

    private static void checkSchema(Connection connection, String database, String file)
            throws SQLException, Failure {
        var found = new ArrayList<List<String>>();
        // With their types: bytes that look like our text are not our text.
        String sql =
                """
                SELECT type, name, tbl_name, sql, concat_ws(' ', typeof(type), typeof(name),
                  typeof(tbl_name), typeof(rootpage), typeof(sql))
                FROM %s.sqlite_schema LIMIT %d"""
                        .formatted(database, Schema.OBJECTS.size() + 1);
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(
                        List.of(
                                Objects.requireNonNullElse(rows.getString(1), ""),
                                Objects.requireNonNullElse(rows.getString(2), ""),
                                Objects.requireNonNullElse(rows.getString(3), ""),
                                Objects.requireNonNullElse(rows.getString(4), ""),
                                Objects.requireNonNullElse(rows.getString(5), "")));
            }
        }
        if (found.size() != Schema.OBJECTS.size() || !found.containsAll(Schema.OBJECTS)) {
            throw foreign(file, "its tables are not exactly those of a disk");
        }
    }

    private Path realPath(Path named) throws Failure {
        try {
            return files.realPath(named.toAbsolutePath());
        } catch (FileFault fault) {
            throw fault.is(Errno.ENOENT)
                    ? new Failure.NotFound(
                            "there is no disk at " + named, "make one with `berth disk create`")
                    : fault.asFailure(named.toString());
        }
    }

    private void header(Path file, String named) throws Failure {
        byte[] header = new byte[HEADER_BYTES];
        long count;
        long size;
        try (var folder = files.open(Objects.requireNonNull(file.getParent(), "a file"));
                var open = folder.read(name(file))) {
            count = open.readFully(MemorySegment.ofArray(header), 0);
            size = open.stat().size();
        } catch (FileFault fault) {
            throw fault.asFailure(named);
        }
        if (count < HEADER_BYTES
                || !Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new Failure.Damaged(
                    named + " is not a SQLite file",
                    "name a disk made by `berth disk create`, `pack` or `freeze`");
        }
        var numbers = ByteBuffer.wrap(header);
        // SQLite would take what is missing of its first page for zeros, and find no tables.
        if (size < pageBytes(numbers)) {
            throw new Failure.Damaged(
                    named + " is cut short", "take the last frozen copy, or another one");
        }
        if (numbers.getInt(APPLICATION_ID_AT) != Schema.APPLICATION_ID) {
            throw otherApplication(named);
        }
        if (numbers.getInt(ENCODING_AT) != UTF_8) throw otherEncoding(named);
        int schema = numbers.getInt(SCHEMA_FORMAT_AT);
        boolean known = schema > 0 && schema <= NEWEST_SCHEMA_FORMAT;
        if (!known || Schema.layout(numbers.getInt(USER_VERSION_AT)).isEmpty()) {
            throw otherFormat(named);
        }
    }

    private static int pageBytes(ByteBuffer header) {
        int told = header.getShort(PAGE_SIZE_AT) & 0xffff;
        return told == 1 ? 1 << 16 : told;
    }

    private static Name name(Path file) {
        return Name.of(text(file));
    }

    private static String text(Path file) {
        return Objects.requireNonNull(file.getFileName(), "a file").toString();
    }

    private static Failure otherApplication(String file) {
        return foreign(file, "it belongs to another application");
    }

    private static Failure otherEncoding(String file) {
        return foreign(file, "its text is not in UTF-8");
    }

    private static Failure otherFormat(String file) {
        return foreign(file, "its format is not known to this version of berth");
    }

    private static Failure foreign(String file, String why) {
        return new Failure.Refused(
                file + " is not a disk: " + why,
                "name a disk made by berth; a foreign database is not opened");
    }
}
