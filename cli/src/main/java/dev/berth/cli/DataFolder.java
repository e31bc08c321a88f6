package dev.berth.cli;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;

/// Where Berth keeps its own data, made when first needed, private to the user.
public final class DataFolder {
    private static final int PRIVATE = 0700;

    private final World world;

    private DataFolder(World world) {
        this.world = world;
    }

    public static DataFolder of(World world) {
        return new DataFolder(world);
    }

    /// A folder below the data folder, every one on the way made when missing. The caller closes
    /// it.
    public Folder folder(String... names) throws Failure {
        Path data = world.dataFolder();
        // The nearest folder that exists is the user's own and is opened as typed; what is missing
        // below it is ours to make.
        var missing = new ArrayList<Name>();
        Path at = data;
        while (true) {
            try (Folder there = world.files().open(at)) {
                missing.addAll(Arrays.stream(names).map(Name::of).toList());
                return AtomicFile.folders(there, PRIVATE, missing.toArray(Name[]::new));
            } catch (FileFault fault) {
                Path parent = at.getParent();
                if (!fault.is(Errno.ENOENT) || parent == null) {
                    throw fault.asFailure("the data folder " + data);
                }
                missing.addFirst(Name.of(String.valueOf(at.getFileName())));
                at = parent;
            }
        }
    }
}
