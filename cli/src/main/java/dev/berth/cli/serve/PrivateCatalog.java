package dev.berth.cli.serve;

import dev.berth.cli.World;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;

/// `catalog.db` of the data folder, which holds conversations: for its owner alone, even in a
/// folder that others may look into. SQLite itself would make it as the umask says; what it puts
/// beside the file gets the file's mode.
final class PrivateCatalog {
    static final Name FILE = Name.of("catalog.db");

    /// What SQLite keeps beside the file, which belongs to it.
    static final List<String> PARTS = List.of("", "-wal", "-shm", "-journal");

    private PrivateCatalog() {}

    /// Where it is; made empty when it is not there.
    static Path in(World world) throws Failure {
        Path data = world.dataFolder();
        try (var home = world.files().open(data)) {
            if (home.stat(FILE).isEmpty()) home.create(FILE, AtomicFile.PRIVATE).close();
            for (String part : PARTS) {
                var name = Name.of(FILE + part);
                if (home.stat(name).isPresent()) home.setMode(name, AtomicFile.PRIVATE);
            }
        } catch (FileFault fault) {
            throw fault.asFailure("the catalog in " + data);
        }
        return data.resolve(FILE.toString());
    }
}
