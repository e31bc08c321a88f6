/// Brings trees back: checks first, writes each file whole, verifies every byte, follows no link.
@NullMarked
package dev.berth.depot.restore;

import org.jspecify.annotations.NullMarked;
