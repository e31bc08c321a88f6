package dev.berth.disk;

/// How a disk lies in a tree.
public enum Layout {
    /// A folder with one sub-folder for each volume.
    DISK,
    /// A folder that is itself the workspace; there are no other volumes.
    FOLDER
}
