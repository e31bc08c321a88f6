/// What this machine has seen of depots, so that an older state of one is noticed.
@NullMarked
package dev.berth.depot.head;

import org.jspecify.annotations.NullMarked;
