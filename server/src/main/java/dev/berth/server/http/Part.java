package dev.berth.server.http;

import java.util.Optional;

/// One of several bodies that come together, as forms send files: what its sender calls the file,
/// and its bytes, which are gone when the next part is asked for.
public record Part(Optional<String> filename, Body content) {}
