/// The house as a whole: its architecture, its launcher, its documents.
@NullMarked
package dev.berth.house;

import org.jspecify.annotations.NullMarked;
