/// What snapshot and restore share: several threads at one piece of work, and ways through trees
/// that follow no link.
@NullMarked
package dev.berth.depot.work;

import org.jspecify.annotations.NullMarked;
