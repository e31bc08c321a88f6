/// The catalog in SQL, as far as SQLite and PostgreSQL speak it alike. What they do not is a
/// [Dialect]. Start at [JdbcCatalog].
@NullMarked
package dev.berth.session.jdbc;

import org.jspecify.annotations.NullMarked;
