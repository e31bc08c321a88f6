/// File form: a disk in one SQLite file. Start at [SqliteFiles]; [Schema] is the format, [Gate]
/// decides whether a file may be opened at all. SQLite does its own file access, so this package
/// and no other touches files past the file layer, and only through SQLite.
@NullMarked
package dev.berth.disk.sqlite;

import org.jspecify.annotations.NullMarked;
