/// Trees to keep, the same in every run on a machine, and what an agent does to them. Start at
/// [Corpus].
@NullMarked
package dev.berth.bench.depot.corpus;

import org.jspecify.annotations.NullMarked;
