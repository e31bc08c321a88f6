/// How fast it is, beside something to compare with, in one run. Start at [Main]; a bench is a
/// [Comparison] of [Contender]s, measured in turn by [Comparison#measure] and shown by [Report].
@NullMarked
package dev.berth.bench;

import org.jspecify.annotations.NullMarked;
