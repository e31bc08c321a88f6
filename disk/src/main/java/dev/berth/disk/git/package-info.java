/// The git form of a disk: what the real `git` says about a work tree. Start at [GitWorkTree].
/// Nothing here writes to a repository.
@NullMarked
package dev.berth.disk.git;

import org.jspecify.annotations.NullMarked;
