package dev.berth.disk.sqlite;

import dev.berth.disk.Layout;
import dev.berth.disk.Volume;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The format of a disk in one file, version 1: see `docs/format/disk.md`.
///
/// | where | what |
/// |---|---|
/// | `application_id` | 0x42727468, "Brth" |
/// | `user_version`, low 16 bits | the version of the format: 1 |
/// | `user_version`, bit 16 | set when the workspace is one plain folder |
/// | text encoding | UTF-8 |
/// | `sqlite_schema` | the table `vfs` and the index of its key, exactly, and nothing else |
final class Schema {
    static final int APPLICATION_ID = 0x42727468;
    static final int VERSION = 1;
    static final int FOLDER_BIT = 1 << 16;

    static final String TABLE =
            """
            CREATE TABLE vfs (
              volume TEXT NOT NULL CHECK (volume IN (%s)),
              path TEXT NOT NULL,
              content BLOB,
              mtime INTEGER,
              mode INTEGER DEFAULT 33188,
              mtime_ns INTEGER DEFAULT 0,
              PRIMARY KEY (volume, path)
            )"""
                    .formatted(
                            Arrays.stream(Volume.values())
                                    .map(volume -> "'" + volume.label() + "'")
                                    .collect(Collectors.joining(", ")));

    /// What `sqlite_schema` holds: type, name, table, text, and the types of all its columns.
    static final List<List<String>> OBJECTS =
            List.of(
                    List.of("table", "vfs", "vfs", TABLE, "text text text integer text"),
                    List.of(
                            "index",
                            "sqlite_autoindex_vfs_1",
                            "vfs",
                            "",
                            "text text text integer null"));

    private Schema() {}

    static int userVersion(Layout layout) {
        return switch (layout) {
            case DISK -> VERSION;
            case FOLDER -> VERSION | FOLDER_BIT;
        };
    }

    /// The layout that a `user_version` stands for; empty when it is none of ours.
    static Optional<Layout> layout(int userVersion) {
        return Arrays.stream(Layout.values())
                .filter(layout -> userVersion(layout) == userVersion)
                .findFirst();
    }
}
