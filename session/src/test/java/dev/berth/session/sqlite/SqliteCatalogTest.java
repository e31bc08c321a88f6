package dev.berth.session.sqlite;

import dev.berth.session.catalog.CatalogContract;
import dev.berth.session.jdbc.JdbcCatalog;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;

@DisplayName("A catalog in SQLite")
class SqliteCatalogTest extends CatalogContract {
    @TempDir Path folder;

    @Override
    protected JdbcCatalog open() throws Exception {
        return SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
    }

    @Override
    protected String url() {
        return "jdbc:sqlite:" + folder.resolve("catalog.db");
    }

    @Override
    protected boolean scansATable(String plan) {
        return plan.lines().anyMatch(line -> line.startsWith("SCAN") || line.contains("TEMP B"));
    }
}
