/// Differences and merges of texts by JGit's algorithms, without any repository.
@NullMarked
package dev.berth.vault.jgit;

import org.jspecify.annotations.NullMarked;
