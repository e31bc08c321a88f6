package dev.berth.depot.blob.folder;

import dev.berth.depot.blob.BlobName;
import dev.berth.durable.Name;

import java.util.Arrays;
import java.util.List;

/// A file below the root: the folder it lies in, as a path from the root and as names, and its own
/// name.
record Spot(String folder, List<Name> names, Name file) {
    static Spot of(BlobName name) {
        return ofLeftover(name.value());
    }

    static Spot ofLeftover(String path) {
        int cut = path.lastIndexOf('/');
        String folder = cut < 0 ? "" : path.substring(0, cut);
        return new Spot(folder, names(folder), Name.of(path.substring(cut + 1)));
    }

    static List<Name> names(String folder) {
        if (folder.isEmpty()) return List.of();
        return Arrays.stream(folder.split("/", -1)).map(Name::of).toList();
    }
}
