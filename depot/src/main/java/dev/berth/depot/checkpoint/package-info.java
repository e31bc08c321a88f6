/// Checkpoints: one immutable point of a session each, carrying all that it takes to come back.
@NullMarked
package dev.berth.depot.checkpoint;

import org.jspecify.annotations.NullMarked;
