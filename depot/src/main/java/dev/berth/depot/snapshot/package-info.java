/// Takes a tree into the depot: one walk, then reading, cutting, naming, compressing, sealing and
/// writing at once on all cores, in bounded memory.
@NullMarked
package dev.berth.depot.snapshot;

import org.jspecify.annotations.NullMarked;
