/// The commands `ship`, `receive` and `bundle`: what is typed, and what is said of what travelled.
@NullMarked
package dev.berth.cli.bundle;

import org.jspecify.annotations.NullMarked;
