/// What a tree looked like when it was last taken or brought back, so that files which have not
/// changed since need not be read. Start at [StatCache]; a [StatCacheWriter] makes the next one. It
/// is a memory of this machine alone: losing it costs time and nothing else.
@NullMarked
package dev.berth.depot.statcache;

import org.jspecify.annotations.NullMarked;
