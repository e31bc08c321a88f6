/// How values become bytes and come back: the alphabet of every object in a depot.
@NullMarked
package dev.berth.depot.format;

import org.jspecify.annotations.NullMarked;
