/// Differences inside text, by JGit's algorithm.
@NullMarked
package dev.berth.depot.diff.jgit;

import org.jspecify.annotations.NullMarked;
