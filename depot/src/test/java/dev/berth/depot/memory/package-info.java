/// Depots, trees and files of sizes that do not fit into memory.
@NullMarked
package dev.berth.depot.memory;

import org.jspecify.annotations.NullMarked;
