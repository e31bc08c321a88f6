package dev.berth.vault;

import java.util.List;

/// What a sweep found. Nothing of it was changed.
///
/// @param notDownloaded files in the vault whose bytes are not on this machine
/// @param unreadable folders that could not be looked into, each with the reason
public record SweepReport(
        List<Conflict> conflicts,
        List<String> notDownloaded,
        List<String> unreadable,
        long files,
        long folders) {

    public SweepReport {
        conflicts = List.copyOf(conflicts);
        notDownloaded = List.copyOf(notDownloaded);
        unreadable = List.copyOf(unreadable);
    }
}
