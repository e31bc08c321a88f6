/// Which chunk lies where: sorted records in sealed blocks, read as needed, so that a depot of
/// millions of chunks is searched within a bounded heap. Rebuilt from the packs' trailers when
/// lost.
@NullMarked
package dev.berth.depot.index;

import org.jspecify.annotations.NullMarked;
