/// The depot beside tools that keep trees as well: [DepotBench] lets all of them do the same
/// [Step]s on the same trees in turn, compares what each brings back with what it was given, and
/// answers with a [DepotReport].
@NullMarked
package dev.berth.bench.depot;

import org.jspecify.annotations.NullMarked;
