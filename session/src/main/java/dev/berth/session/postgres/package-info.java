/// The catalog in PostgreSQL: what the nodes of a fleet share. Start at [PostgresCatalog].
@NullMarked
package dev.berth.session.postgres;

import org.jspecify.annotations.NullMarked;
