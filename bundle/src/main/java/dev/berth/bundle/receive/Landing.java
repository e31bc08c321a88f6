package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.util.Optional;

/// Where proven entries go.
interface Landing {
    /// A place for one batch, in whatever thread that is.
    Spot spot();

    /// Whether files of any size come as a whole, to [#settle], rather than piece by piece.
    boolean takesWhole();

    /// Refuses an entry that cannot be taken, before any of its bytes are unpacked.
    default void expect(BundledFile file) throws Failure {}

    /// Gets each entry again, in order and in one thread.
    void settle(BundledFile file, byte[] content) throws Failure;

    /// Entries go here as they are proven. For one thread.
    interface Spot extends AutoCloseable {
        /// A file, link or folder with all its bytes, which are proven.
        void put(BundledFile file, byte[] content) throws Failure, FileFault;

        /// Opens a file that is filled before it is proven; empty when nobody wants it. Removed
        /// with everything else when it turns out to be wrong.
        Optional<OpenFile> open(BundledFile file) throws FileFault;

        @Override
        void close();
    }

    /// Proven, and then forgotten.
    Landing NOWHERE =
            new Landing() {
                @Override
                public Spot spot() {
                    return NONE;
                }

                @Override
                public boolean takesWhole() {
                    return false;
                }

                @Override
                public void settle(BundledFile file, byte[] content) {}
            };

    /// Takes nothing.
    Spot NONE =
            new Spot() {
                @Override
                public void put(BundledFile file, byte[] content) {}

                @Override
                public Optional<OpenFile> open(BundledFile file) {
                    return Optional.empty();
                }

                @Override
                public void close() {}
            };
}
