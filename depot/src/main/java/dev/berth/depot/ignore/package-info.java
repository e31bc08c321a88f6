/// What a snapshot leaves out: patterns in git's syntax, from `.berthignore` files and from the
/// command line, matched on names as bytes. Start at [Ignoring].
@NullMarked
package dev.berth.depot.ignore;

import org.jspecify.annotations.NullMarked;
