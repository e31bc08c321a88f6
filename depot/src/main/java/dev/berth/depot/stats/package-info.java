/// What a depot holds, and what it would hold without some of it.
@NullMarked
package dev.berth.depot.stats;

import org.jspecify.annotations.NullMarked;
