/// Folders as values: one node for each, its entries sorted by name, names as bytes.
@NullMarked
package dev.berth.depot.tree;

import org.jspecify.annotations.NullMarked;
