/// What a disk costs over raw JDBC and plain files, and moving a whole one beside `sqlite3 -A` and
/// `tar`.
@NullMarked
package dev.berth.bench.disk;

import org.jspecify.annotations.NullMarked;
