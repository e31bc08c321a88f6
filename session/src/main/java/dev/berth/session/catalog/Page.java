package dev.berth.session.catalog;

import java.util.List;
import java.util.Optional;

/// Some of many; `next` is where to go on, empty at the end.
///
/// @param <T> what is listed
public record Page<T>(List<T> items, Optional<Cursor> next) {
    public Page {
        items = List.copyOf(items);
    }
}
