/// Packs: chunks in blocks of neighbours, each block compressed and sealed as one, with a trailer
/// that lists them. docs/format/depot.md has the bytes.
@NullMarked
package dev.berth.depot.pack;

import org.jspecify.annotations.NullMarked;
