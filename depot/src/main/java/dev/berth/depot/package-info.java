/// The depot: a tree kept whole, brought back exactly.
///
/// Start at [Depot]. Content is cut into chunks that are known by their hash, chunks are gathered
/// in packs, folders become nodes, and a checkpoint names the nodes of one point of a session. The
/// objects lie in a [dev.berth.depot.blob.BlobStore]; docs/format/depot.md has every byte.
@NullMarked
package dev.berth.depot;

import org.jspecify.annotations.NullMarked;
