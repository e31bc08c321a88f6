package dev.berth.flow.register;

import dev.berth.failure.Failure;

import java.util.Optional;

/// What is put into somebody's file. Texts are bytes, one character each, so that whatever is not
/// ours comes back as it was.
interface Entry {
    /// The whole of a file that did not exist before.
    String alone();

    /// The file with the entry in it; itself when it is there already.
    String addedTo(String text) throws Failure;

    /// The file without the entry; empty when nothing but what [#alone] made is left.
    Optional<String> removedFrom(String text) throws Failure;
}
