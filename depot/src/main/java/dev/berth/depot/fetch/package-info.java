/// Chunks read back: found in the index, opened, expanded and verified, each time.
@NullMarked
package dev.berth.depot.fetch;

import org.jspecify.annotations.NullMarked;
