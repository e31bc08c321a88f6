/// Real processes, killed.
@NullMarked
package dev.berth.depot.kill;

import org.jspecify.annotations.NullMarked;
