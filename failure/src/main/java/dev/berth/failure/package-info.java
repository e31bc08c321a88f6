/// What Berth refuses to do, and what to do about it. [Failure] is the one sealed family: the
/// command turns it into exit codes, the server into problems. Knows nothing of any other room, so
/// it carries plain values only.
@NullMarked
package dev.berth.failure;

import org.jspecify.annotations.NullMarked;
