package dev.berth.bench.catalog;

import dev.berth.session.jdbc.JdbcCatalog;
import dev.berth.session.postgres.PostgresCatalog;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/// A PostgreSQL of the bench's own, started anew to fill it and to measure it.
final class KeptInPostgres implements Kept {
    private final Path folder;
    private @Nullable EmbeddedPostgres server;

    KeptInPostgres(Path folder) {
        this.folder = folder;
    }

    @Override
    public JdbcCatalog filling() throws Exception {
        return open("off");
    }

    @Override
    public JdbcCatalog measured() throws Exception {
        return open("on");
    }

    private JdbcCatalog open(String sync) throws Exception {
        close();
        var started =
                EmbeddedPostgres.builder()
                        .setDataDirectory(folder.resolve("data"))
                        .setCleanDataDirectory(false)
                        .setServerConfig("fsync", sync)
                        .setServerConfig("full_page_writes", sync)
                        .start();
        server = started;
        return PostgresCatalog.open(started.getJdbcUrl("postgres", "postgres"), Clock.systemUTC());
    }

    @Override
    public int hands() {
        return 4;
    }

    @Override
    public void close() throws IOException {
        var running = server;
        server = null;
        if (running != null) running.close();
    }
}
