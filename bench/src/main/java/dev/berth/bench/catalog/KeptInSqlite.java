package dev.berth.bench.catalog;

import dev.berth.session.jdbc.JdbcCatalog;
import dev.berth.session.sqlite.SqliteCatalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;

/// Filled in memory, where a sync costs nothing, and copied to the disk to be measured.
final class KeptInSqlite implements Kept {
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path memory;
    private final Path folder;

    KeptInSqlite(Path folder) throws IOException {
        this.folder = folder;
        this.memory =
                Files.createTempDirectory(
                        Files.isWritable(MEMORY) ? MEMORY : folder, "catalog-bench-");
    }

    @Override
    public JdbcCatalog filling() throws Exception {
        return SqliteCatalog.open(memory.resolve("catalog.db"), Clock.systemUTC());
    }

    @Override
    public JdbcCatalog measured() throws Exception {
        var copy = folder.resolve("catalog.db");
        Files.deleteIfExists(folder.resolve("catalog.db-wal"));
        Files.deleteIfExists(folder.resolve("catalog.db-shm"));
        Files.copy(memory.resolve("catalog.db"), copy, StandardCopyOption.REPLACE_EXISTING);
        return SqliteCatalog.open(copy, Clock.systemUTC());
    }

    @Override
    public int hands() {
        return 1;
    }

    @Override
    public void close() throws IOException {
        for (String file : new String[] {"catalog.db", "catalog.db-wal", "catalog.db-shm"}) {
            Files.deleteIfExists(memory.resolve(file));
        }
        Files.delete(memory);
    }
}
