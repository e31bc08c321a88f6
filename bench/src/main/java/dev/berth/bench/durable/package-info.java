/// What `durable` costs over the bare system calls.
@NullMarked
package dev.berth.bench.durable;

import org.jspecify.annotations.NullMarked;
