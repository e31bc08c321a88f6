package dev.berth.disk.sqlite;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Shown;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/// Reads rows of `vfs`, which anybody may have inserted: what is missing has a meaning, what makes
/// no sense is refused by name.
final class Rows {
    /// The columns that [#entry] reads, first in a select. The last is 1 for types of no sense.
    static final String COLUMNS =
            """
            path, mode, mtime, mtime_ns, octet_length(content), (typeof(path) <> 'text'
              OR typeof(mode) NOT IN ('integer', 'null')
              OR typeof(mtime) NOT IN ('integer', 'real', 'null')
              OR typeof(mtime_ns) NOT IN ('integer', 'null'))""";

    static final int CONTENT = 7;
    private static final int MAX_NANOS = 999_999_999;
    // The widest span that every file system and java.time take.
    private static final long MAX_SECONDS = 1L << 36;

    private Rows() {}

    static DiskEntry entry(ResultSet row, Volume volume) throws SQLException, Failure {
        byte[] raw = bytes(row, 1);
        VolumePath path = path(raw, volume);
        if (row.getInt(6) != 0) throw nonsense(path.shown(), volume, "a column has the wrong type");
        EntryKind kind = kind(row, 2, path, volume);
        long seconds = row.getLong(3);
        long nanos = row.getLong(4);
        boolean near = -MAX_SECONDS <= seconds && seconds <= MAX_SECONDS;
        if (nanos < 0 || nanos > MAX_NANOS || !near) {
            throw nonsense(path.shown(), volume, "its time makes no sense");
        }
        long size = row.getLong(5);
        if (kind == EntryKind.FOLDER && size > 0) {
            throw nonsense(path.shown(), volume, "it is a folder with a content");
        }
        return new DiskEntry(path, kind, size, seconds, (int) nanos);
    }

    /// What the mode in a column says; a plain file when it is NULL.
    static EntryKind kind(ResultSet row, int column, VolumePath path, Volume volume)
            throws SQLException, Failure {
        long mode = row.getLong(column);
        if (mode == 0 && row.wasNull()) return EntryKind.FILE;
        return EntryKind.ofMode(mode)
                .orElseThrow(() -> nonsense(path.shown(), volume, "its mode is " + mode));
    }

    /// The bytes in a column: none when it is NULL.
    static byte[] bytes(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNullElseGet(row.getBytes(column), () -> new byte[0]);
    }

    private static VolumePath path(byte[] raw, Volume volume) throws Failure {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
        } catch (CharacterCodingException notUtf8) {
            var shown = new StringBuilder();
            for (byte b : raw) {
                if (b >= 0x20 && b < 0x7f) shown.append((char) b);
                else shown.append("\\x%02x".formatted(b & 0xff));
            }
            throw nonsense(Shown.brief(shown.toString()), volume, "its path is not UTF-8");
        }
        var flaw = VolumePath.flaw(text);
        if (flaw.isPresent()) throw nonsense(Shown.brief(text), volume, flaw.get());
        return new VolumePath(text);
    }

    static Failure nonsense(String path, Volume volume, String why) {
        return new Failure.Refused(
                "the row '%s' in %s is no file: %s".formatted(path, volume.label(), why),
                "mend or delete that row with the sqlite3 shell");
    }
}
