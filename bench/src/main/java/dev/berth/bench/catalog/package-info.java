/// A catalog of a million sessions, on SQLite and on PostgreSQL. Start at [CatalogBench].
@NullMarked
package dev.berth.bench.catalog;

import org.jspecify.annotations.NullMarked;
