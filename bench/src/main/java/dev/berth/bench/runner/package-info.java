/// Sandboxes beside the bare cost of what they are made of. Start at [RunnerBench].
@NullMarked
package dev.berth.bench.runner;

import org.jspecify.annotations.NullMarked;
