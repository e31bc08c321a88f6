/// Where sessions, their events and checkpoints, leases, tenants and tokens are kept. Start at
/// [Catalog]: the port, and what is durable when each of its methods returns.
@NullMarked
package dev.berth.session.catalog;

import org.jspecify.annotations.NullMarked;
