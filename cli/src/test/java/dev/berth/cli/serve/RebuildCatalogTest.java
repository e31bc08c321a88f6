package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.life.NewSession;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Station;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

@DisplayName("berth doctor --rebuild-catalog")
class RebuildCatalogTest {
    private static final SessionId TENANT = new SessionId("default");

    /// No sandbox, so that the test needs none.
    private static final String SETTINGS =
            """
            profiles:
              plain:
                command: [sh]
                unsandboxed: true
                persistent_sessions: true
            """;

    @TempDir Path home;
    private SessionKey kept = new SessionKey(TENANT, new SessionId("kept"));
    private SessionKey fork = new SessionKey(TENANT, new SessionId("fork"));

    /// What is done with the sessions of a data folder while a server would have it.
    private interface Work {
        void on(Sessions sessions, Station station) throws Exception;
    }

    private World world() {
        return Typed.world(home, Map.of("BERTH_HOME", home.toString()));
    }

    private void serving(Work work) throws Exception {
        var world = world();
        var settings = new ReadSettings(world).read(Optional.empty()).settings();
        try (var _ = ServerHome.take(world)) {
            var station = new OpenStation(world, settings).open();
            try (var _ = station.catalog();
                    var _ = station.depot();
                    var sessions = Sessions.open(station, "test-" + UUID.randomUUID())) {
                work.on(sessions, station);
            }
        }
    }

    private static void turn(Sessions sessions, SessionKey key, String script) throws Exception {
        var asked = sessions.message(key, script);
        assertThat(sessions.await(key, asked.turn(), Duration.ofSeconds(60))).isPresent();
    }

    @BeforeEach
    void begin() throws Exception {
        Files.writeString(home.resolve("berth.yaml"), SETTINGS);
        serving(
                (sessions, _) -> {
                    kept = sessions.create(NewSession.of(TENANT, "plain")).key();
                    turn(sessions, kept, "echo one > a; echo hello");
                    fork = sessions.fork(kept, Optional.empty(), "the fork").key();
                    sessions.suspend(kept);
                });
    }

    private Typed doctor(String... words) {
        var all = new ArrayList<>(List.of("doctor"));
        all.addAll(List.of(words));
        return Typed.in(home, Map.of("BERTH_HOME", home.toString()), all.toArray(String[]::new));
    }

    private void lose(String... names) throws Exception {
        for (String name : names) Files.deleteIfExists(home.resolve(name));
    }

    private static List<Json> list(Typed typed, String field) throws Exception {
        return typed.json().fields().get(field) instanceof Json.Arr list ? list.items() : List.of();
    }

    private static List<String> texts(Typed typed, String field) throws Exception {
        return list(typed, field).stream().map(item -> ((Json.Text) item).value()).toList();
    }

    private static String movedAside(Typed typed) throws Exception {
        return typed.json().fields().get("moved_aside") instanceof Json.Text(var name) ? name : "";
    }

    private void everythingIsBack() throws Exception {
        serving(
                (sessions, station) -> {
                    assertThat(sessions.find(kept).state()).isEqualTo(SessionState.RESUMABLE);
                    assertThat(sessions.find(fork).name()).isEqualTo("the fork");
                    turn(sessions, kept, "cat a");
                    var said = new StringBuilder();
                    for (var event : station.catalog().events(kept, 0, 100)) {
                        said.append(event.text("text"));
                    }
                    assertThat(said).contains("hello\n").contains("one\n");
                });
    }

    @Test
    void bringsSessionsBackAfterTheCatalogWasDeleted() throws Exception {
        lose("catalog.db", "catalog.db-wal", "catalog.db-shm");
        var rebuilt = doctor("--rebuild-catalog", "--json");
        assertThat(rebuilt.code()).as(rebuilt.err()).isZero();
        assertThat(list(rebuilt, "sessions")).hasSize(2);
        assertThat(texts(rebuilt, "problems")).isEmpty();
        assertThat(texts(rebuilt, "orphans")).isEmpty();
        everythingIsBack();
        var again = doctor("--rebuild-catalog");
        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("0 sessions came back");
    }

    @Test
    void keepsACatalogThatCannotBeRead() throws Exception {
        byte[] damage = "this is no database".repeat(1000).getBytes(StandardCharsets.UTF_8);
        Files.write(home.resolve("catalog.db"), damage);
        var rebuilt = doctor("--rebuild-catalog", "--json");
        assertThat(rebuilt.code()).as(rebuilt.err()).isZero();
        assertThat(home.resolve(movedAside(rebuilt))).hasBinaryContent(damage);
        everythingIsBack();
    }

    @Test
    void keepsALogWhoseCatalogIsGone() throws Exception {
        Files.delete(home.resolve("catalog.db"));
        Files.writeString(home.resolve("catalog.db-wal"), "rows that nobody has read");
        var rebuilt = doctor("--rebuild-catalog", "--json");
        assertThat(rebuilt.code()).as(rebuilt.err()).isZero();
        assertThat(home.resolve(movedAside(rebuilt))).hasContent("rows that nobody has read");
        everythingIsBack();
    }

    @Test
    void keepsFilesThatNoCheckpointHasBesideTheLine() throws Exception {
        lose("catalog.db", "catalog.db-wal", "catalog.db-shm");
        Path tree = home.resolve("sessions/default/" + kept.id() + "/1/workspace");
        Files.writeString(tree.resolve("late"), "written after the last checkpoint");
        var rebuilt = doctor("--rebuild-catalog", "--json");
        assertThat(texts(rebuilt, "notes")).singleElement().asString().contains("are kept as cp_");
        serving(
                (sessions, _) -> {
                    var aside = sessions.checkpoints(kept).getLast();
                    assertThat(aside.line().label()).isEqualTo("aside");
                    sessions.rewind(kept, aside.id().value());
                    sessions.resume(kept);
                    assertThat(tree.resolve("late")).exists();
                });
    }

    @Test
    void isRefusedWhileAServerRuns() throws Exception {
        serving(
                (_, _) -> {
                    var refused = doctor("--rebuild-catalog");
                    assertThat(refused.code()).isEqualTo(11);
                    assertThat(refused.err()).contains("a server already runs");
                    assertThat(doctor("--json").json().fields()).containsKey("findings");
                });
    }

    @Test
    void tellsWhatCouldNotBeBroughtBack() throws Exception {
        lose("catalog.db", "catalog.db-wal", "catalog.db-shm");
        try (var points = Files.walk(home.resolve("depot/default/checkpoints/" + fork.id()))) {
            for (var point : points.filter(Files::isRegularFile).toList()) {
                Files.write(point, new byte[] {1, 2, 3});
            }
        }
        var rebuilt = doctor("--rebuild-catalog", "--json");
        assertThat(rebuilt.code()).isEqualTo(12);
        assertThat(texts(rebuilt, "problems"))
                .anySatisfy(problem -> assertThat(problem).contains(fork.id().value()));
        serving((sessions, _) -> assertThat(sessions.find(kept).name()).isNotEmpty());
    }

    @Test
    void isAdvisedByTheDoctorWhenTheCatalogLacksASession() throws Exception {
        assertThat(doctor().out()).contains("rows, checkpoints and folders agree");
        lose("catalog.db", "catalog.db-wal", "catalog.db-shm");
        serving((_, _) -> {});
        assertThat(doctor().out())
                .contains("out of place")
                .contains(kept.id().value())
                .contains("berth doctor --rebuild-catalog");
    }
}
