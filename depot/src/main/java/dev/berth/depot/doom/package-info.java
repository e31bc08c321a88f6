/// Dooms: what is condemned to go. They are put before anything is deleted, read by every writer
/// before it acknowledges, and never taken back.
@NullMarked
package dev.berth.depot.doom;

import org.jspecify.annotations.NullMarked;
