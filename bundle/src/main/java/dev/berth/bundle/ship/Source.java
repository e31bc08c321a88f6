package dev.berth.bundle.ship;

import dev.berth.failure.Failure;

/// A disk in either form, as shipping sees it.
interface Source extends AutoCloseable {
    /// Tells of everything there is, in any order.
    void survey(Selection selection) throws Failure;

    /// Gives the bytes of what was selected, in that order. A [ChangedMeanwhile] when that is not
    /// possible any more.
    void give(Selection.Chosen chosen, Loading loading) throws Failure;

    @Override
    void close();
}
