package dev.berth.vault;

import dev.berth.durable.ContentHash;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a sync client left for somebody to merge: a file, and the one that it seems to be a version
/// of.
///
/// @param path in the vault, or absolute when it lies outside
/// @param base in the vault; it may be gone, and for something lost it may not be known
/// @param diff from the base to the file, when it was asked for
public record Conflict(
        String path,
        ConflictKind kind,
        Version version,
        Optional<String> base,
        Optional<Version> baseVersion,
        Optional<String> diff) {

    /// Whether both hold the same bytes; empty when one of them cannot be read.
    public Optional<Boolean> equalContent() {
        if (baseVersion.isEmpty()) return Optional.empty();
        var other = baseVersion.get();
        if (version.size() != other.size()) return Optional.of(false);
        if (version.hash().isEmpty() || other.hash().isEmpty()) return Optional.empty();
        return Optional.of(version.hash().equals(other.hash()));
    }

    Conflict with(String difference) {
        return new Conflict(path, kind, version, base, baseVersion, Optional.of(difference));
    }

    Conflict without(String reason) {
        var told =
                new Version(
                        version.size(), version.modified(), version.hash(), Optional.of(reason));
        return new Conflict(path, kind, told, base, baseVersion, Optional.empty());
    }

    /// Why something is not known of the file, or of its base.
    public List<String> problems() {
        return Stream.of(Optional.of(version), baseVersion)
                .flatMap(Optional::stream)
                .flatMap(each -> each.problem().stream())
                .toList();
    }

    /// One file as it is now. Without a hash its bytes could not be had, and `problem` says why;
    /// with one it says why a difference that was asked for is not shown.
    public record Version(
            long size, Instant modified, Optional<ContentHash> hash, Optional<String> problem) {}
}
