package dev.berth.flow;

import dev.berth.durable.ContentHash;

/// What lies in the place of the session.
sealed interface Found {
    record Nothing() implements Found {}

    record Active(FlowSession session, ContentHash source) implements Found {}

    /// Closed, and not yet in the history: whoever closed it was interrupted.
    record Closing(FlowSession session) implements Found {}

    /// Written by a later version.
    record Newer(String format) implements Found {}

    /// Not to be read, and why; to be kept for whoever can.
    record Unreadable(String reason, Remedy remedy) implements Found {}

    /// What a person can do about it.
    enum Remedy {
        /// A file whose text is wrong.
        MEND,
        /// A file that this user may not read.
        PERMIT,
        /// A folder, a pipe or a device.
        MOVE_AWAY
    }
}
