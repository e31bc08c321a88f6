package dev.berth.vault;

/// Shows how two texts differ.
@FunctionalInterface
public interface TextDiff {
    /// A unified difference with both names on top; of binary contents only that they differ.
    String unified(String oldName, byte[] old, String newName, byte[] changed);
}
