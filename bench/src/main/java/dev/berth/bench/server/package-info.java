/// A server under load, and beside nginx. Start at [ServerBench].
@NullMarked
package dev.berth.bench.server;

import org.jspecify.annotations.NullMarked;
