/// A folder that Drive, Dropbox, Syncthing or Obsidian also touches, written by several agents at
/// once. Start at [Vault]: every change of shared files takes the vault's lock, which lies outside
/// the folder and where other programs of the same protocol meet us. [Sweep] finds what the sync
/// clients could not merge; [RepoState] writes what is nobody else's, without the lock.
@NullMarked
package dev.berth.vault;

import org.jspecify.annotations.NullMarked;
