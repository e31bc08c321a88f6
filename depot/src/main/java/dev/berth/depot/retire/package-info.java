/// Data keys that nothing is sealed under any more, and how they go.
@NullMarked
package dev.berth.depot.retire;

import org.jspecify.annotations.NullMarked;
