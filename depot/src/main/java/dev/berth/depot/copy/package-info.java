/// Moving checkpoints from one depot to another, transferring only what is missing. Start at
/// [CopyCheckpoints]; the order of writing is that of docs/format/depot.md.
@NullMarked
package dev.berth.depot.copy;

import org.jspecify.annotations.NullMarked;
