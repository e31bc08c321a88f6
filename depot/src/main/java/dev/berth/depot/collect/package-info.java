/// Taking away what nothing refers to any more, beside writers and other collectors, by order
/// alone. Start at [Collect]; the protocol is in docs/format/depot.md, and explored by a test.
@NullMarked
package dev.berth.depot.collect;

import org.jspecify.annotations.NullMarked;
