/// The same statements without us.
@NullMarked
package dev.berth.bench.disk.sqlite;

import org.jspecify.annotations.NullMarked;
