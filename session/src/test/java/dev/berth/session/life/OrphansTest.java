package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.catalog.Filter;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

@DisplayName("What belongs to nothing")
class OrphansTest {
    @TempDir Path folder;
    private Catalog catalog;
    private Machine a;
    private SessionKey key;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        a = machine("a");
        var wish = NewSession.of(Samples.TENANT, "shell").kept(Storage.CAS, Mobility.OBJECT_SYNC);
        key = a.sessions.create(wish).key();
        a.turn(key, "put workspace w one");
        Files.createDirectories(a.home.resolve("run/process/default"));
    }

    @AfterEach
    void end() {
        a.sessions.close();
        catalog.close();
    }

    private Machine machine(String name) throws Exception {
        return new Machine(folder, new Node(name, "r"), catalog, Machine.RULES);
    }

    private List<String> found() throws Exception {
        return new Orphans(a.station).everywhere();
    }

    private Path points() {
        return folder.resolve("depot/default/checkpoints").resolve(key.id().value());
    }

    private void row(String sql) throws Exception {
        try (var connection =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Nested
    @DisplayName("is found")
    class Found {
        @Test
        void nowhereWhereEverythingAgrees() throws Exception {
            assertThat(found()).isEmpty();
            assertThat(new Orphans(a.station).here(Samples.TENANT)).isEmpty();
        }

        @Test
        void whenTheDepotLacksACheckpoint() throws Exception {
            String head = a.sessions.find(key).life().head().orElseThrow();
            Files.delete(points().resolve(head));
            assertThat(found())
                    .singleElement()
                    .asString()
                    .contains(head)
                    .contains("not in the depot");
            assertThat(new Orphans(a.station).here(Samples.TENANT)).hasSize(1);
        }

        @Test
        void whenTheCatalogLacksACheckpoint() throws Exception {
            row("delete from checkpoints");
            assertThat(found()).singleElement().asString().contains("not listed");
        }

        @Test
        void whenTheCatalogLacksASession() throws Exception {
            a.sessions.suspend(key);
            row("delete from sessions");
            assertThat(found())
                    .anySatisfy(
                            each ->
                                    assertThat(each)
                                            .contains("no row")
                                            .contains("--rebuild-catalog"))
                    .anySatisfy(
                            each ->
                                    assertThat(each)
                                            .contains("sessions/default/" + key.id())
                                            .contains("belongs to no session"));
            assertThat(new Orphans(a.station).here(Samples.TENANT))
                    .anySatisfy(each -> assertThat(each).contains("the catalog is empty"));
        }

        @Test
        void whenAFrozenFileIsNobodys() throws Exception {
            Files.createDirectories(a.home.resolve("cold/other"));
            Files.writeString(a.home.resolve("cold/ses_gone.sqlite"), "");
            Files.writeString(a.home.resolve("cold/other/ses_away.sqlite"), "");
            assertThat(found()).hasSize(2).allMatch(each -> each.contains("belongs to no session"));
        }

        @Test
        void whenARunnerIsNobodys() throws Exception {
            row("delete from sessions");
            assertThat(found()).anySatisfy(each -> assertThat(each).contains("runner of session"));
        }

        @Test
        void whenARowCannotBeReadAndTheOthersAreStillListed() throws Exception {
            var other = a.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
            a.sessions.suspend(key);
            row("update sessions set facts = '{' where id = '%s'".formatted(key.id()));
            assertThat(found()).singleElement().asString().contains("cannot be read");
            var listed = catalog.list(Samples.TENANT, Filter.ALL, Optional.empty(), 10);
            assertThat(listed.items()).extracting(s -> s.key()).containsExactly(other);
            a.sessions.sweep();
        }
    }

    @Test
    void aRowThatCannotBeReadIsRebuiltAndKeptAside() throws Exception {
        a.sessions.suspend(key);
        row("update sessions set facts = '{' where id = '%s'".formatted(key.id()));
        var rebuilt = new Rebuilding(a.station).run();
        assertThat(rebuilt.sessions()).containsExactly(key);
        assertThat(rebuilt.problems()).isEmpty();
        a.sessions.resume(key);
        assertThat(a.files(key)).containsEntry("workspace/w", "one");
        try (var connection =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery(
                                "select facts from sessions where tenant like '!%'")) {
            assertThat(rows.next()).as("the former row is there").isTrue();
            assertThat(rows.getString(1)).isEqualTo("{");
        }
        assertThat(found()).isEmpty();
    }

    @Nested
    @DisplayName("A runner that a dead server left")
    class LeftRunner {
        @Test
        void goesOnWhereItsSessionIsStillHere() throws Exception {
            assertThat(new Leftovers(a.station).stop().sessions()).isEmpty();
            assertThat(a.runner.list()).hasSize(1);
        }

        @Test
        void isStoppedWhereItsSessionWentOnElsewhereAndWhatItHadIsKept() throws Exception {
            Files.writeString(a.tree(a.sessions.find(key)).resolve("workspace/w"), "late");
            var b = machine("b");
            b.declareDead(key);
            b.sessions.resume(key);
            assertThat(new Leftovers(a.station).stop().sessions())
                    .containsExactly(key.id().value());
            assertThat(a.runner.list()).isEmpty();
            var aside =
                    b.sessions.checkpoints(key).stream().filter(row -> row.line() == Line.ASIDE);
            var fork = b.sessions.fork(key, aside.findFirst().map(row -> row.id().value()), "kept");
            b.sessions.resume(fork.key());
            assertThat(b.files(fork.key())).containsEntry("workspace/w", "late");
            assertThat(b.files(key)).containsEntry("workspace/w", "one");
            b.sessions.close();
        }

        @Test
        void isStoppedWhereItsSessionIsGone() throws Exception {
            row("delete from sessions");
            assertThat(new Leftovers(a.station).stop().sessions()).hasSize(1);
            assertThat(a.runner.list()).isEmpty();
        }
    }
}
