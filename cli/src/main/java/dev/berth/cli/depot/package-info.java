/// The commands of the group `depot`.
@NullMarked
package dev.berth.cli.depot;

import org.jspecify.annotations.NullMarked;
