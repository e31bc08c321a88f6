package dev.berth.disk.sqlite;

import dev.berth.disk.moving.Stage;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;

/// Looks at a disk whose last writer was cut short in the middle of a transaction. SQLite undoes
/// such a transaction when it opens the file, by writing the pages of the journal back into it, and
/// only afterwards could we see what came of it. So it is undone in a private copy first.
///
/// The copy has the file's beginning, where the schema lies, and is empty from there on.
record CutShort(FileLayer files, Duration patience) {
    private static final long BEGINNING = 1 << 20;
    private static final int BLOCK = 1 << 16;
    private static final Name COPY = Name.of("built");
    private static final Name COPY_JOURNAL = Name.of("built" + Companions.JOURNAL);
    private static final int PRIVATE = 0600;

    /// What a journal ends with that belongs to a transaction over several files. The names of the
    /// others are written before it, and SQLite would go there.
    private static final byte[] SEVERAL_FILES = HexFormat.of().parseHex("d9d505f920a163d7");

    /// Whether there is something to undo; not while its writer is still at work.
    boolean applies(Path file) {
        try (var connection = Connections.reading(file, patience)) {
            Connections.number(connection, "SELECT count(*) FROM sqlite_schema");
            return false;
        } catch (SQLException error) {
            // "There is a transaction to undo", to somebody who may not; any other error is told by
            // the connection that works on the file.
            return error instanceof SQLiteException known
                    && known.getResultCode() == SQLiteErrorCode.SQLITE_READONLY_ROLLBACK;
        }
    }

    /// Lets `look` see what the file will be.
    void undone(Path file, String named, Look look) throws Failure {
        var place = Place.of(file);
        try (var folder = files.open(place.folder());
                var stage = Stage.beside(files, file)) {
            copy(folder, place.name(), stage.folder(), COPY, BEGINNING);
            var journal = Name.of(place.name().text().orElseThrow() + Companions.JOURNAL);
            copy(folder, journal, stage.folder(), COPY_JOURNAL, Long.MAX_VALUE);
            refuseSeveralFiles(stage.folder(), named);
            look.at(stage.built());
        } catch (FileFault fault) {
            throw fault.asFailure(named);
        }
    }

    interface Look {
        void at(Path copy) throws Failure;
    }

    private static void refuseSeveralFiles(Folder stage, String named) throws FileFault, Failure {
        byte[] end = new byte[SEVERAL_FILES.length];
        try (var journal = stage.read(COPY_JOURNAL)) {
            long from = Math.max(0, journal.stat().size() - end.length);
            journal.readFully(MemorySegment.ofArray(end), from);
        }
        if (!Arrays.equals(end, SEVERAL_FILES)) return;
        throw new Failure.Refused(
                named + " was cut short together with other files",
                "if you know them, let `sqlite3 FILE 'select 1 from vfs'` finish it; "
                        + "else remove FILE"
                        + Companions.JOURNAL);
    }

    private static void copy(Folder from, Name source, Folder to, Name target, long limit)
            throws FileFault {
        try (var in = from.read(source);
                var out = to.create(target, PRIVATE)) {
            long size = in.stat().size();
            bytes(in, out, Math.min(size, limit));
            out.truncate(size);
        }
    }

    private static void bytes(OpenFile in, OpenFile out, long count) throws FileFault {
        var block = MemorySegment.ofArray(new byte[BLOCK]);
        for (long at = 0; at < count; ) {
            long read = in.readFully(block.asSlice(0, Math.min(BLOCK, count - at)), at);
            if (read == 0) return;
            out.writeFully(block.asSlice(0, read), at);
            at += read;
        }
    }
}
