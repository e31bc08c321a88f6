/// What `vault` costs: a write over the bare system calls, a sweep over `find`.
@NullMarked
package dev.berth.bench.vault;

import org.jspecify.annotations.NullMarked;
