/// Where an agent's turn happens: a resident sandbox beside a session's disk. Start at [Runner]; a
/// [Sandbox] stays between turns, a [Turn] is one command executed in it. Knows nothing of
/// sessions' lives, of the depot or of HTTP. Each kind of sandbox has a package.
@NullMarked
package dev.berth.runner;

import org.jspecify.annotations.NullMarked;
