package dev.berth.bench.depot;

import java.nio.file.Path;

/// Where a keeper works in one round: the tree, its store, its caches, where it brings the tree
/// back to (not there yet), and the one file it is asked for.
///
/// @param file a path in the tree, with slashes
public record Spot(Path tree, Path store, Path cache, Path out, String file) {
    /// The same once more, with another place to bring it back to.
    Spot again(int time) {
        return new Spot(tree, store, cache, Path.of(out + "-" + time), file);
    }
}
