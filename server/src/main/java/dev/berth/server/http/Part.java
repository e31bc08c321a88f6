package dev.berth.server.http;

import java.util.Optional;

/// One of several bodies that come together, as forms send files: what its sender calls the file,
/// whether it may be executed, and its bytes, which are gone when the next part is asked for.
public record Part(Optional<String> filename, boolean executable, Body content) {
    /// The header by which a sender says so.
    public static final String EXECUTABLE = "Berth-Executable";
}
