package dev.berth.bundle.receive;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.BundleProgress;
import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.Manifest;
import dev.berth.bundle.signing.SignerPin;
import dev.berth.bundle.signing.VerifyKey;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.Layout;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.moving.Stage;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes a disk of a bundle, and trusts nothing in it.
///
/// Each entry is looked at before its first byte is written, unpacked and proven in a folder beside
/// the destination; when all are, they are synced and published by one rename. So the destination
/// is a whole disk or it is absent, and nothing else is touched.
public record Receive(FileLayer files, DiskFiles disks, Lanes lanes, BundleLimits limits) {
    private static final int FOLDER_MODE = 0700;
    private static final int FILE_MODE = 0600;

    /// What the receiver asks of a bundle.
    ///
    /// @param withGit repositories may come along
    /// @param signer who must have signed it
    public record Terms(boolean withGit, Optional<SignerPin> signer) {
        public static final Terms USUAL = new Terms(false, Optional.empty());
    }

    /// A bundle that was proven.
    ///
    /// @param signer who signed it
    public record Received(
            Manifest manifest, Optional<VerifyKey> signer, Map<Volume, Tally> volumes, long bytes) {
        public Received {
            volumes = Map.copyOf(volumes);
        }
    }

    /// Into a new folder, or one that is empty.
    public Received intoTree(Path bundle, Path target, Terms terms, BundleProgress progress)
            throws Failure {
        try (var open = UnverifiedBundle.open(files, bundle, limits)) {
            var signer = agreed(open, terms);
            try (var stage = Stage.beside(files, target)) {
                if (stage.targetHoldsSomething()) throw taken(target);
                refuseWithoutRoom(stage.folder(), open.manifest());
                Map<Volume, Tally> volumes;
                try (var root = stage.builtFolder(FOLDER_MODE)) {
                    for (var volume : Volume.all()) {
                        root.makeFolder(TreeLayout.folderName(volume), 0755);
                    }
                    volumes = new Unpacking(open, new TreeLanding(root), progress).run(lanes);
                    root.syncFileSystem();
                }
                stage.publishFolder();
                return new Received(open.manifest(), signer, volumes, open.size());
            }
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
    }

    /// Into a new file.
    public Received intoFile(Path bundle, Path target, Terms terms, BundleProgress progress)
            throws Failure {
        try (var open = UnverifiedBundle.open(files, bundle, limits)) {
            var signer = agreed(open, terms);
            try (var stage = Stage.beside(files, target)) {
                if (stage.targetExists()) throw taken(target);
                refuseWithoutRoom(stage.folder(), open.manifest());
                Map<Volume, Tally> volumes;
                try (var building = disks.build(stage.built(), Layout.DISK)) {
                    volumes = new Unpacking(open, new FileLanding(building), progress).run(lanes);
                    building.finish();
                }
                disks.turnLive(stage.built());
                stage.publishNewFile(FILE_MODE);
                return new Received(open.manifest(), signer, volumes, open.size());
            }
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
    }

    /// Proves every byte, and writes nothing.
    public Received verify(Path bundle, Terms terms, BundleProgress progress) throws Failure {
        try (var open = UnverifiedBundle.open(files, bundle, limits)) {
            var signer = agreed(open, terms);
            var volumes = new Unpacking(open, Landing.NOWHERE, progress).run(lanes);
            return new Received(open.manifest(), signer, volumes, open.size());
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
    }

    /// Looks at everything but the bytes of the files, and gives each entry to `listener`.
    public Received inspect(Path bundle, Terms terms, Consumer<BundledFile> listener)
            throws Failure {
        try (var open = UnverifiedBundle.open(files, bundle, limits)) {
            var signer = agreed(open, terms);
            var volumes = new Volumes(open.manifest());
            var entries = new Entries(open);
            while (entries.hasNext()) {
                var file = entries.next().file();
                volumes.add(file);
                listener.accept(file);
            }
            entries.end();
            return new Received(open.manifest(), signer, volumes.tallies(), open.size());
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
    }

    /// Who signed it, if anybody did, and it is a bundle that the receiver asked for.
    private static Optional<VerifyKey> agreed(UnverifiedBundle open, Terms terms)
            throws Failure, FileFault {
        var signer = open.proveSigner(terms.signer());
        if (!open.manifest().gitIncluded() || terms.withGit()) return signer;
        throw new Failure.Refused(
                "this bundle holds a git repository, which can run code on your machine",
                "take it with --with-git if you trust the sender");
    }

    private static void refuseWithoutRoom(Folder folder, Manifest manifest)
            throws Failure, FileFault {
        if (folder.space().freeBytes() >= manifest.totalBytes()) return;
        throw new Failure.Unavailable(
                "there is no room for the %d bytes of this bundle".formatted(manifest.totalBytes()),
                "free some space and try again");
    }

    private static Failure taken(Path target) {
        return new Failure.Conflict(
                target + " is already there",
                "name a new one, or a folder with nothing in it",
                Map.of());
    }
}
