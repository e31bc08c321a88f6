package dev.berth.session.life;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.BundleProgress;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.Manifest;
import dev.berth.bundle.receive.Receive;
import dev.berth.bundle.receive.Receive.Received;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.Quota;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Brings a bundle that is sent into a scratch folder, and unpacks it there once it is proven.
record Unloading(Station station, Scratch scratch) {
    private static final Name BUNDLE = Name.of("bundle");
    private static final int PIECE = 1 << 16;

    /// What a bundle takes beside the files in it: names, twice, and hashes.
    private static final long FRAME_BYTES = 1L << 30;

    /// A bundle that was proven, and the tree that came out of it.
    record Unloaded(Received received, Path tree) {
        Manifest manifest() {
            return received.manifest();
        }

        Importing.Telling told() {
            String signer =
                    received.signer()
                            .map(key -> "signed by " + key.id())
                            .orElse("not signed: anybody may have made it");
            return taken ->
                    Happenings.imported(
                            "The files came in bundle %s, %s: %d files, %d bytes. tmp is empty."
                                    .formatted(
                                            manifest().id(), signer, taken.files(), taken.bytes()),
                            "bundle " + manifest().id());
        }
    }

    Unloaded unload(Delivery bytes, Quota quota, Terms terms) throws Failure {
        store(bytes, quota);
        var bundle = scratch.path().resolve(BUNDLE.toString());
        var tree = scratch.path().resolve("tree");
        try (var lanes = Lanes.of(station.depot().tools().threads())) {
            var receive = new Receive(station.files(), station.disks(), lanes, BundleLimits.USUAL);
            // Held to what it says of itself: a bundle that is too large is not even unpacked.
            quota.require(0, kept(receive.inspect(bundle, terms, _ -> {})));
            return new Unloaded(receive.intoTree(bundle, tree, terms, BundleProgress.NONE), tree);
        } catch (Failure.Damaged | Failure.WrongKey | Failure.Malformed theirs) {
            // Not our disk is damaged and not our key is wrong: what was sent is refused.
            throw new Failure.Refused(theirs.what(), theirs.advice(), theirs.facts())
                    .because(theirs);
        }
    }

    private static long kept(Received received) {
        long bytes = 0;
        for (var volume : Volume.survivingResume()) {
            var tally = received.volumes().get(volume);
            if (tally != null) bytes += tally.bytes();
        }
        return bytes;
    }

    private void store(Delivery bytes, Quota quota) throws Failure {
        long most = Math.min(Long.MAX_VALUE - FRAME_BYTES, quota.bytes()) + FRAME_BYTES;
        try (var file = scratch.folder().create(BUNDLE, 0600)) {
            var piece = new byte[PIECE];
            long position = 0;
            for (int count; (count = bytes.read(piece)) >= 0; position += count) {
                if (count > most - position) throw tooLong(quota);
                file.writeFully(MemorySegment.ofArray(piece).asSlice(0, count), position);
            }
        } catch (FileFault fault) {
            throw fault.asFailure("the bundle");
        }
    }

    private static Failure tooLong(Quota quota) {
        return new Failure.OverQuota(
                "a bundle of that size does not fit a quota of %d MB".formatted(quota.megabytes()),
                "ask for a larger quota with quota_mb");
    }
}
