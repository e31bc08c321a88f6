package dev.berth.bundle.receive;

import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.util.Iterator;
import java.util.List;

/// The entries of a bundle, in order.
interface ItemSource {
    boolean hasNext();

    Item next() throws Failure, FileFault;

    /// Call after the last.
    void end() throws Failure, FileFault;

    /// Entries that were read before, and cannot have changed since.
    static ItemSource of(List<Item> known) {
        Iterator<Item> items = known.iterator();
        return new ItemSource() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public Item next() {
                return items.next();
            }

            @Override
            public void end() {}
        };
    }
}
