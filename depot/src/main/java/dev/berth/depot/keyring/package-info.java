/// The keys of a depot's domains as they lie in its store: found, made, rotated, destroyed. Start
/// at [KeyRing].
@NullMarked
package dev.berth.depot.keyring;

import org.jspecify.annotations.NullMarked;
