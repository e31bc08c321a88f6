package dev.berth.depot.blob;

import dev.berth.failure.Failure;

/// Reads a part of an object, and reads it again before it is called damaged: it may have been
/// damaged on its way only.
public record Reread(BlobStore store, BlobName name) {
    private static final int TIMES = 3;

    /// What is made of the bytes; `Damaged` when they are not what they should be.
    public interface Opening<T> {
        T open(byte[] bytes) throws Failure;
    }

    public <T> T range(long offset, int length, Opening<T> opening) throws Failure {
        return opened(store.range(name, offset, length), offset, length, opening);
    }

    /// As [#range], for what is likely to be asked for again.
    public <T> T rangeToKeep(long offset, int length, Opening<T> opening) throws Failure {
        return opened(store.rangeToKeep(name, offset, length), offset, length, opening);
    }

    /// As [#range], past what is kept at hand.
    public <T> T rangeAgain(long offset, int length, Opening<T> opening) throws Failure {
        return opened(store.rangeAgain(name, offset, length), offset, length, opening);
    }

    private <T> T opened(byte[] first, long offset, int length, Opening<T> opening) throws Failure {
        byte[] bytes = first;
        for (int time = 1; ; time++) {
            try {
                return opening.open(bytes);
            } catch (Failure.Damaged damaged) {
                if (time == TIMES) throw damaged;
                bytes = store.rangeAgain(name, offset, length);
            }
        }
    }
}
