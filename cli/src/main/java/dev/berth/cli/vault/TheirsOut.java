package dev.berth.cli.vault;

import dev.berth.cli.World;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;

/// The file that `--theirs-out` names: what a conflict found in the vault is saved there.
record TheirsOut(String typed, Place place, World world, int mode) {
    static TheirsOut of(String typed, World world, int mode) throws Failure {
        return new TheirsOut(typed, Place.of(world.path(typed)), world, mode);
    }

    /// Refuses a file in the vault, which would be written past its lock, and what is no file.
    void check(Path vault) throws Failure {
        try (var folder = world.files().open(place.folder())) {
            if (world.files().realPath(place.folder()).startsWith(vault)) {
                throw new Failure.Refused(
                        typed + ": --theirs-out lies in the vault", "name a file outside of it");
            }
            if (folder.stat(place.name()).filter(stat -> !stat.isFile()).isPresent()) {
                throw new Failure.Refused(
                        typed + ": --theirs-out is something else than a file",
                        "name a file, or one that is not there yet");
            }
        } catch (FileFault fault) {
            // Told when there is something to save: most writes meet no conflict.
        }
    }

    /// Saves them; where there are none, an earlier file is removed, so that nobody takes it for
    /// them.
    void save(Optional<byte[]> theirs) throws Failure {
        try (var folder = world.files().open(place.folder())) {
            if (theirs.isPresent()) {
                AtomicFile.write(folder, place.name(), theirs.get(), mode);
            } else if (folder.stat(place.name()).filter(FileStat::isFile).isPresent()) {
                AtomicFile.remove(folder, place.name());
            }
        } catch (FileFault fault) {
            throw fault.asFailure(typed);
        }
    }
}
