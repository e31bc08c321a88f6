package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Looks through a vault for what sync clients could not merge. Changes nothing, follows no link.
public final class Sweep {
    private final Vault vault;
    private final FileLayer files;
    private final Optional<Path> driveFs;
    private final Optional<TextDiff> diff;

    /// `driveFs` is where Drive keeps its own folders when that is outside the vault; `diff` shows
    /// the differences, when they are wanted.
    public Sweep(Vault vault, FileLayer files, Optional<Path> driveFs, Optional<TextDiff> diff) {
        this.vault = vault;
        this.files = files;
        this.driveFs = driveFs;
        this.diff = diff;
    }

    public SweepReport run() throws Failure {
        var suspects = new ArrayList<Suspect>();
        var unreadable = new ArrayList<String>();
        var inVault = new Suspects(Optional.empty());
        var walked = walk(vault.root(), vault.path().toString(), inVault);
        suspects.addAll(inVault.suspects());
        unreadable.addAll(inVault.unreadable());
        if (driveFs.isEmpty()) {
            return report(vault.root(), suspects, inVault, unreadable, walked);
        }
        try (var outside = files.open(driveFs.get())) {
            var lost = new Suspects(driveFs);
            walk(outside, driveFs.get().toString(), lost);
            suspects.addAll(lost.suspects());
            unreadable.addAll(lost.unreadable());
            return report(outside, suspects, inVault, unreadable, walked);
        } catch (FileFault fault) {
            throw fault.asFailure(driveFs.get().toString());
        }
    }

    private SweepReport report(
            Folder outside,
            List<Suspect> suspects,
            Suspects inVault,
            List<String> unreadable,
            Walk.Walked walked)
            throws Failure {
        var bases = new LostBases(vault.root());
        Set<Name> lost =
                suspects.stream()
                        .filter(suspect -> suspect.kind() == ConflictKind.LOST_AND_FOUND)
                        .map(Suspect::baseName)
                        .collect(Collectors.toSet());
        if (!lost.isEmpty()) bases.find(lost);
        var examine = new Examine(vault, outside, bases, diff);
        var conflicts = new ArrayList<Conflict>();
        for (var suspect : suspects) conflicts.add(examine.run(suspect));
        return new SweepReport(
                conflicts,
                examine.notDownloaded(inVault.withoutBlocks()),
                unreadable,
                walked.entries(),
                walked.folders());
    }

    static <X extends Exception> Walk.Walked walk(
            Folder root, String shown, Walk.Visitor<X> visitor) throws X, Failure {
        try {
            return Walk.below(root, visitor);
        } catch (FileFault fault) {
            throw fault.asFailure(shown);
        }
    }

    /// The path of something that a walk came upon.
    static VaultPath path(Found found) {
        return new VaultPath(found.names());
    }
}
