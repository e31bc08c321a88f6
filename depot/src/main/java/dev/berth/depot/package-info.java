/// The depot: whole trees kept as chunks that are known by their hash, and brought back exactly.
@NullMarked
package dev.berth.depot;

import org.jspecify.annotations.NullMarked;
