/// What is different between two checkpoints: by file, and inside text.
@NullMarked
package dev.berth.depot.diff;

import org.jspecify.annotations.NullMarked;
