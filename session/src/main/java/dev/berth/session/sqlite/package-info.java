/// The catalog in one SQLite file: what a single machine uses. Start at [SqliteCatalog].
@NullMarked
package dev.berth.session.sqlite;

import org.jspecify.annotations.NullMarked;
