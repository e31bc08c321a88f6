package dev.berth.vault;

import java.util.Optional;

/// Merges two changes of one text, line by line.
public interface TextMerge {
    /// Both changes together; empty when they touch the same lines, or are no text.
    Optional<byte[]> merged(byte[] base, byte[] ours, byte[] theirs);

    /// The same, with markers around the lines that both have changed; empty when they are no text.
    Optional<byte[]> marked(byte[] base, byte[] ours, byte[] theirs);
}
