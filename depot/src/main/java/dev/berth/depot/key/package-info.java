/// Who can read a depot: a [KeyService] wraps each domain's [DomainKeys] into one stored object,
/// and a [Sealer] seals and opens everything else with them. Start at [Sealer]. Secrets have no
/// `toString` here, are in no message, and are wiped where that is cheap.
@NullMarked
package dev.berth.depot.key;

import org.jspecify.annotations.NullMarked;
