/// The distribution, tried as somebody without Java would.
@NullMarked
package dev.berth.dist;

import org.jspecify.annotations.NullMarked;
