package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.receive.Receive.Received;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.disk.Limits;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A first look at everything in a bundle but the bytes of its files. What was seen is remembered,
/// unless it is so much that it is better read again.
record Look(Received received, Optional<List<Item>> remembered) {
    private static final long MOST_REMEMBERED = 100_000;

    static Look at(UnverifiedBundle open, Terms terms, Consumer<BundledFile> listener)
            throws Failure, FileFault {
        var manifest = open.manifest();
        var signer = open.proveSigner(terms.signer());
        var volumes = new EnumMap<Volume, Tally>(Volume.class);
        for (var volume : manifest.volumes()) volumes.put(volume, Tally.NOTHING);
        boolean remembers = manifest.fileCount() <= MOST_REMEMBERED;
        var items = new ArrayList<Item>();
        var entries = new Entries(open);
        while (entries.hasNext()) {
            var item = entries.next();
            var file = item.file();
            var before = volumes.getOrDefault(file.volume(), Tally.NOTHING);
            volumes.put(file.volume(), before.and(file.entry().size()));
            if (remembers) items.add(item);
            listener.accept(file);
        }
        entries.end();
        if (manifest.gitIncluded() && !terms.withGit()) {
            throw new Failure.Refused(
                    "this bundle holds a git repository, which can run code on your machine",
                    "take it with --with-git if you trust the sender");
        }
        var received = new Received(manifest, signer, volumes, open.size());
        return new Look(received, remembers ? Optional.of(items) : Optional.empty());
    }

    /// All entries, from the first.
    ItemSource entries(UnverifiedBundle open) throws Failure, FileFault {
        return remembered.isPresent() ? ItemSource.of(remembered.get()) : new Entries(open);
    }

    void refuseLargerThan(long most, UnverifiedBundle open) throws Failure, FileFault {
        var entries = entries(open);
        while (entries.hasNext()) {
            var file = entries.next().file();
            if (file.entry().size() > most) {
                throw Limits.tooLarge(file.volume(), file.entry().path(), file.entry().size());
            }
        }
    }
}
