/// Bundles that nobody should unpack, made to order: [Forge] writes any zip it is told to,
/// [Attacks] tells it.
@NullMarked
package dev.berth.bundle.hostile;

import org.jspecify.annotations.NullMarked;
