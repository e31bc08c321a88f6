package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes a close look at a suspect and at its base: sizes, hashes, differences.
record Examine(Vault vault, Folder outside, LostBases lost, Optional<TextDiff> diff) {
    // What a person may want to read; more is told by the hashes.
    private static final int MOST_NAMED = 1000;
    private static final int MOST_COMPARED = 16 * 1024 * 1024;

    Conflict run(Suspect suspect) throws Failure {
        Folder root = suspect.outside().isPresent() ? outside : vault.root();
        var version = version(root, suspect.path(), suspect.stat());
        var base = base(suspect);
        var stat = base.isPresent() ? stat(base.get()) : Optional.<FileStat>empty();
        Optional<Conflict.Version> other =
                stat.isPresent()
                        ? Optional.of(version(vault.root(), base.get(), stat.get()))
                        : Optional.empty();
        var conflict =
                new Conflict(
                        suspect.text(),
                        suspect.kind(),
                        version,
                        base.map(VaultPath::text),
                        other,
                        Optional.empty());
        boolean readable =
                version.hash().isPresent() && other.flatMap(Conflict.Version::hash).isPresent();
        if (diff.isEmpty() || base.isEmpty() || !readable) return conflict;
        if (Math.max(version.size(), other.get().size()) > MOST_COMPARED) {
            return conflict.without(suspect.shown() + ": too large to show how it differs");
        }
        return compared(conflict, root, suspect, base.get());
    }

    /// Something that cannot be read any more does not end the sweep.
    private Conflict compared(Conflict conflict, Folder root, Suspect suspect, VaultPath base) {
        try {
            return conflict.with(difference(root, suspect, base));
        } catch (Failure failure) {
            return conflict.without(failure.what() + "; " + failure.advice());
        }
    }

    /// Of the files that take no space those that are placeholders.
    List<String> notDownloaded(List<VaultPath> suspects) throws Failure {
        var placeholders = new ArrayList<String>();
        for (var path : suspects) {
            if (placeholders.size() == MOST_NAMED) break;
            try (var target = Target.open(vault.root(), path, vault.contents())) {
                if (target.isPlaceholder()) placeholders.add(path.text());
            }
        }
        return placeholders;
    }

    private Optional<VaultPath> base(Suspect suspect) {
        return suspect.kind() == ConflictKind.LOST_AND_FOUND
                ? lost.of(suspect.baseName())
                : Optional.of(suspect.path().sibling(suspect.baseName()));
    }

    private Optional<FileStat> stat(VaultPath path) throws Failure {
        try (var target = Target.open(vault.root(), path, vault.contents())) {
            return target.stat().filter(FileStat::isFile);
        }
    }

    private Conflict.Version version(Folder root, VaultPath path, FileStat stat) {
        Optional<ContentHash> hash = Optional.empty();
        Optional<String> problem = Optional.empty();
        try (var target = Target.open(root, path, vault.contents())) {
            hash = target.hash();
            if (hash.isEmpty()) problem = Optional.of("gone meanwhile");
        } catch (Failure failure) {
            problem = Optional.of(failure.what() + "; " + failure.advice());
        }
        return new Conflict.Version(stat.size(), stat.modified(), hash, problem);
    }

    private String difference(Folder root, Suspect suspect, VaultPath base) throws Failure {
        try (var one = Target.open(vault.root(), base, vault.contents());
                var other = Target.open(root, suspect.path(), vault.contents())) {
            return diff.orElseThrow()
                    .unified(
                            base.toString(),
                            one.bytes().orElse(new byte[0]),
                            suspect.shown(),
                            other.bytes().orElse(new byte[0]));
        }
    }
}
