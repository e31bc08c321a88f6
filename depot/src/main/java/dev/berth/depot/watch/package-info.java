/// Takes a checkpoint whenever a tree has been quiet for a moment.
@NullMarked
package dev.berth.depot.watch;

import org.jspecify.annotations.NullMarked;
