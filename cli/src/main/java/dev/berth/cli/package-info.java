/// The `berth` command: words from a terminal become calls of the rooms below, failures become exit
/// codes. Start at [Berth]; [Commands] is the table of everything that can be typed. A [Verb] is
/// one command, in the sub-package of its group. This is the only room that asks for the time, the
/// environment or the terminal.
@NullMarked
package dev.berth.cli;

import org.jspecify.annotations.NullMarked;
