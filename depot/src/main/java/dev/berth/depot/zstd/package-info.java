/// Compression by zstd's own library.
@NullMarked
package dev.berth.depot.zstd;

import org.jspecify.annotations.NullMarked;
