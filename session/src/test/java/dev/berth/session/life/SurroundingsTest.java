package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.json.Json;
import dev.berth.flow.Flow;
import dev.berth.flow.LockTerms;
import dev.berth.flow.ProjectRoot;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@DisplayName("A session that starts is told of")
class SurroundingsTest {
    @TempDir Path folder;
    private Catalog catalog;
    private Machine machine;
    private SessionKey key;

    @BeforeEach
    void begin() throws Exception {
        Files.createDirectories(folder.resolve("vault"));
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        machine = new Machine(folder, new Node("a", "r"), catalog, Machine.RULES, this::crew);
        key = machine.sessions.create(NewSession.of(Samples.TENANT, "keeper")).key();
    }

    @AfterEach
    void end() {
        machine.sessions.close();
        catalog.close();
    }

    private Crew crew(Machine of) {
        var profile =
                new Profile(
                        List.of("cat"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        RunnerKind.PROCESS,
                        false,
                        true,
                        Optional.of(folder.resolve("vault").toString()),
                        Limits.DEFAULT,
                        Optional.empty(),
                        List.of(),
                        false);
        return new Crew(
                Map.of("keeper", profile),
                (_, tenant) -> of.runner.of(tenant),
                new Programs(SystemFiles.here(), List.of()),
                Map.of("HOME", folder.resolve("home").toString()));
    }

    private List<Event> events(EventType type) throws Exception {
        return catalog.events(key, 0, 1_000).stream()
                .filter(event -> event.type() == type)
                .toList();
    }

    private static Flow flow(Path project) throws Exception {
        return Flow.open(
                new ProjectRoot(project.toRealPath()),
                SystemFiles.here(),
                LockTerms.USUAL,
                Clock.systemUTC());
    }

    private Optional<Json> goal(SessionKey of) throws Exception {
        return machine.sessions
                .flow(machine.sessions.find(of))
                .map(shown -> shown.fields().get("goal"));
    }

    @ParameterizedTest
    @EnumSource(value = Storage.class, mode = Mode.EXCLUDE, names = "PVC")
    void itsProjectInEveryState(Storage storage) throws Exception {
        var wish = NewSession.of(Samples.TENANT, "keeper").kept(storage, Mobility.LOCAL);
        var one = machine.sessions.create(wish).key();
        assertThat(goal(one)).isEmpty();
        machine.turn(one, "say hello");
        var flow = flow(machine.tree(machine.sessions.find(one)).resolve("workspace"));
        flow.start("first");
        assertThat(goal(one)).contains(Json.text("first"));
        machine.sessions.suspend(one);
        assertThat(goal(one)).as("cold").contains(Json.text("first"));
        assertThat(goal(one)).as("cold, again").contains(Json.text("first"));
        machine.sessions.resume(one);
        var again = flow(machine.tree(machine.sessions.find(one)).resolve("workspace"));
        again.close();
        again.start("second");
        assertThat(goal(one)).as("alive").contains(Json.text("second"));
        machine.sessions.terminate(one);
        assertThat(goal(one)).as("over").contains(Json.text("second"));
    }

    @Test
    void itsProjectWhereItBeginsWithOne() throws Exception {
        var project = Files.createDirectories(folder.resolve("roots/project"));
        flow(project).start("from elsewhere");
        var wish = NewSession.of(Samples.TENANT, "keeper");
        var importing = machine.sessions.importing();
        var made = importing.fromFolder(wish, project, List.of(folder.resolve("roots")));
        assertThat(goal(made.key())).contains(Json.text("from elsewhere"));
        var next = importing.fromPoint(wish, made.life().head().orElseThrow());
        assertThat(goal(next.key())).contains(Json.text("from elsewhere"));
    }

    @Test
    void theGoalAndPlanOfItsProject() throws Exception {
        machine.turn(key, "say hello");
        assertThat(machine.sessions.flow(machine.sessions.find(key))).isEmpty();
        var flow = flow(machine.tree(machine.sessions.find(key)).resolve("workspace"));
        flow.start("make the parser faster");
        flow.change((session, now) -> session.adding(Optional.empty(), "measure it", now));
        machine.sessions.suspend(key);
        machine.sessions.resume(key);
        var told =
                events(EventType.STATE).stream()
                        .filter(event -> event.data().fields().containsKey("flow"))
                        .toList();
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().text("text"))
                .contains("make the parser faster")
                .contains("measure it (pending)");
        var shown = machine.sessions.flow(machine.sessions.find(key)).orElseThrow();
        assertThat(shown.fields().get("goal")).isEqualTo(Json.text("make the parser faster"));
    }

    @Test
    void nothingOfAFolderThatOnlyLooksLikeAProject() throws Exception {
        machine.turn(key, "put workspace .flow/session.json {broken");
        machine.sessions.suspend(key);
        machine.sessions.resume(key);
        assertThat(events(EventType.STATE))
                .noneMatch(event -> event.data().fields().containsKey("flow"));
        assertThat(machine.files(key)).containsKey("workspace/.flow/session.json");
    }

    @Test
    void whatASyncClientLeftInItsVault() throws Exception {
        var vault = folder.resolve("vault");
        Files.writeString(vault.resolve("note.md"), "one");
        Files.writeString(vault.resolve("note (1).md"), "two");
        Files.writeString(vault.resolve("note.sync-conflict-20260501-120000-ABCDEFG.md"), "three");
        machine.turn(key, "say hello");
        assertThat(events(EventType.FILE))
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.text("base")).isEqualTo("note.md"))
                .extracting(event -> event.text("path"))
                .contains("note (1).md");
        machine.turn(key, "say again");
        assertThat(events(EventType.FILE)).as("once for each start").hasSize(2);
    }

    @Test
    void howMuchMoreThereIs() throws Exception {
        var vault = folder.resolve("vault");
        Files.writeString(vault.resolve("note.md"), "one");
        for (int i = 1; i <= 120; i++) {
            Files.writeString(vault.resolve("note (%d).md".formatted(i)), "two");
        }
        machine.turn(key, "say hello");
        assertThat(events(EventType.FILE)).hasSize(101);
        assertThat(events(EventType.FILE).getLast().text("text")).contains("20 more");
    }

    @Test
    void aVaultThatIsNotThereAndStartsAllTheSame() throws Exception {
        Files.delete(folder.resolve("vault"));
        assertThat(machine.turn(key, "say hello").ending()).isEqualTo("exited");
        assertThat(events(EventType.ERROR)).hasSize(1);
        assertThat(events(EventType.ERROR).getFirst().text("doing")).contains("sweep of vault");
    }
}
