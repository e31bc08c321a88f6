package dev.berth.depot.blob;

import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Keeps whole objects under names. What a folder and a bucket share, and no more: objects are put
/// whole, never renamed, never appended to.
///
/// Every object is verified by whoever reads it; a store only has to be honest about failures: an
/// error is never an absence, and a listing is whole or it fails. Safe for use by several threads
/// and by several processes.
public interface BlobStore extends AutoCloseable {
    /// Stores `bytes` under `name`, in place of what is there. On return they are durable; on
    /// failure the old object or the new one is there, never a mix. May be repeated.
    void put(BlobName name, byte[] bytes) throws Failure;

    /// As [#put], but false when the name is taken, which is decided by the store: of several who
    /// try at once exactly one hears true.
    boolean putIfAbsent(BlobName name, byte[] bytes) throws Failure;

    /// An object that is written piece by piece; nothing is visible before its end.
    Upload upload(BlobName name) throws Failure;

    /// The whole object; empty when there is none. Refused as damaged when it is larger than
    /// `limitBytes`.
    Optional<byte[]> get(BlobName name, int limitBytes) throws Failure;

    /// Exactly `length` bytes from `offset` on: `NotFound` when there is no such object, `Damaged`
    /// when it is too short.
    byte[] range(BlobName name, long offset, int length) throws Failure;

    /// As [#range], of an object that never changes, and for what is likely to be asked for again:
    /// a store that is far away may keep it at hand.
    default byte[] rangeToKeep(BlobName name, long offset, int length) throws Failure {
        return range(name, offset, length);
    }

    /// As [#range], past all that is kept at hand: what was had before turned out to be damaged.
    default byte[] rangeAgain(BlobName name, long offset, int length) throws Failure {
        return range(name, offset, length);
    }

    /// Holds an object as it is now, to be read though it is removed meanwhile: `NotFound` when
    /// there is none. Empty where that would take fetching all of it.
    default Optional<Held> hold(BlobName name) throws Failure {
        return Optional.empty();
    }

    /// Says which parts [#range] will be asked for soon, and in about which order: a store that is
    /// far away may have them on their way meanwhile. Closed when nobody wants them any more.
    default Expectation expect(List<Part> parts) {
        return () -> {};
    }

    /// All objects whose names begin with `folder`, which ends in `/`, by name. Whole, or a
    /// failure: an empty answer means that there is nothing.
    List<Listed> list(String folder) throws Failure;

    /// Whether `folder`, which ends in `/`, is known to be missing as a whole, where an emptied one
    /// would still be there. A store that has no folders never knows.
    default boolean isMissing(String folder) throws Failure {
        return false;
    }

    /// How many bytes an object has; empty when there is none.
    OptionalLong size(BlobName name) throws Failure;

    /// Removes an object for good; false when there was none.
    boolean delete(BlobName name) throws Failure;

    /// What uploads that never ended have left behind, under names of the store's own.
    Set<String> leftovers() throws Failure;

    /// Removes one of [#leftovers]. Should its upload still be under way, that upload begins again
    /// or fails.
    void discard(String leftover) throws Failure;

    /// Whether objects take long on their way, so that several are better on it at once.
    default boolean isFar() {
        return false;
    }

    /// Where this is, for messages.
    String location();

    @Override
    void close();

    /// An object and its size.
    record Listed(BlobName name, long size) {}

    /// An object that is held. Safe for use by several threads.
    interface Held extends AutoCloseable {
        /// As [BlobStore#range].
        byte[] range(long offset, int length) throws Failure;

        @Override
        void close();
    }

    /// A part of an object that never changes.
    record Part(BlobName name, long offset, int length) {}

    /// That something will be asked for.
    interface Expectation extends AutoCloseable {
        @Override
        void close();
    }

    /// An object on its way. Used by one thread at a time.
    interface Upload extends AutoCloseable {
        void write(byte[] bytes, int offset, int length) throws Failure;

        /// How many bytes were written so far.
        long written();

        /// Makes the object visible and durable under its name, which must be a new one.
        void commit() throws Failure;

        /// Without [#commit] before, nothing was stored.
        @Override
        void close();
    }
}
