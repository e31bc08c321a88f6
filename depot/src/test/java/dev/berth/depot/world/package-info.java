/// What tests of the depot share: stores, trees, and short ways to do things with them.
@NullMarked
package dev.berth.depot.world;

import org.jspecify.annotations.NullMarked;
