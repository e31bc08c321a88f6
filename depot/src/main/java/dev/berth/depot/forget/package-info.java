/// Giving checkpoints up, one by one or by rule. What only they held goes with the next collect.
@NullMarked
package dev.berth.depot.forget;

import org.jspecify.annotations.NullMarked;
