package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.profile.BuiltIn;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.events.Transcript;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@DisplayName("A session on the process runner of this machine")
class RealRunnerTest {
    private static final SessionId OTHER = new SessionId("other");

    @TempDir Path folder;
    private Catalog catalog;
    private Machine a;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        a = machine("a", "us-west-2");
        sandboxed();
    }

    @AfterEach
    void end() {
        a.sessions.close();
        catalog.close();
    }

    private void sandboxed() throws Failure {
        try {
            a.station.crew().runners().of(RunnerKind.PROCESS, Samples.TENANT).check();
        } catch (Failure.Unavailable missing) {
            assertThat(System.getenv("CI")).as(missing.what()).isNull();
            assumeTrue(false, missing.what() + "; " + missing.advice());
        }
    }

    private Machine machine(String name, String region) throws Exception {
        return new Machine(
                folder, new Node(name, region), catalog, Machine.RULES, RealRunnerTest::crew);
    }

    static Crew crew(Machine machine) {
        var files = SystemFiles.here();
        return new Crew(
                Map.of(
                        "shell", BuiltIn.shell(),
                        "ready", profile("sh", List.of("echo ready >> setup.txt"), false),
                        "broken", profile("sh", List.of("echo oh no; exit 7"), false),
                        "open", profile("sh", List.of(), true),
                        "absent", profile("no-such-program", List.of(), false)),
                new LocalRunners(
                        files,
                        machine.home,
                        new SecureRandom(),
                        new LocalRunners.Machine(
                                System.getProperty("os.arch"), Path.of("/var/run/docker.sock"))),
                new Programs(files, List.of()),
                Map.of());
    }

    private static Profile profile(String program, List<String> setup, boolean unsandboxed) {
        var shell = BuiltIn.shell();
        return new Profile(
                List.of(program),
                Optional.empty(),
                Optional.empty(),
                setup,
                RunnerKind.PROCESS,
                false,
                true,
                Optional.empty(),
                shell.limits(),
                Optional.empty(),
                List.of(),
                unsandboxed);
    }

    private SessionKey made(String agent) throws Failure {
        return a.sessions
                .create(
                        NewSession.of(Samples.TENANT, agent)
                                .kept(Storage.CAS, Mobility.OBJECT_SYNC))
                .key();
    }

    private String said(SessionKey key) throws Failure {
        var text = new StringBuilder();
        for (var event : Transcript.of(catalog, key, Long.MAX_VALUE).events()) {
            if (event.type() == EventType.OUTPUT) text.append(event.text("text"));
        }
        return text.toString();
    }

    @Test
    void goesOnElsewhereAfterItsNodeWasLost() throws Exception {
        var key = made("ready");
        a.turn(
                key,
                "echo work > /workspace/w.txt",
                "echo learned > /memory/m.txt",
                "echo x > /tmp/t");
        a.turn(key, "cat w.txt; echo more >> w.txt");
        a.sessions.suspend(key);
        Removed.all(a.home);
        var b = machine("b", "eu-west-1");
        b.sessions.resume(key);
        var result = b.turn(key, "cat w.txt /memory/m.txt setup.txt; ls -A /tmp; exit 4");
        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(said(key)).isEqualTo("work\nwork\nmore\nlearned\nready\nready\n");
        assertThat(b.sessions.find(key).place().node().name()).isEqualTo("b");
        b.sessions.close();
    }

    @Test
    void aFailingSetupIsAnEventAndLeavesTheSessionAsItWas() throws Exception {
        var key = made("broken");
        assertThat(a.turn(key, "echo hi").ending()).isEqualTo("failed");
        assertThat(a.turn(key, "echo hi").ending()).as("no loop").isEqualTo("failed");
        var session = a.sessions.find(key);
        assertThat(session.state()).isEqualTo(SessionState.CREATED);
        assertThat(session.life().turns().isWaiting()).isFalse();
        assertThat(session.json().compact()).contains("oh no");
        assertThat(catalog.events(key, 0, 100))
                .filteredOn(event -> event.type() == EventType.ERROR)
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.text("what")).contains("exit 7", "oh no"));
        assertThat(a.station.crew().runner(session).list()).isEmpty();
    }

    @Test
    void whatKeepsASessionFromComingBackIsAmongItsEvents() throws Exception {
        var key = made("shell");
        a.turn(key, "echo one > w.txt");
        a.sessions.suspend(key);
        var c =
                new Machine(
                        folder,
                        new Node("c", "eu-west-1"),
                        catalog,
                        Machine.RULES,
                        machine -> renamed(crew(machine), "broken", "shell"));
        assertThatThrownBy(() -> c.sessions.resume(key)).isInstanceOf(Failure.Refused.class);
        assertThat(a.sessions.find(key).state()).isEqualTo(SessionState.RESUMABLE);
        assertThat(catalog.events(key, 0, 100))
                .filteredOn(event -> event.type() == EventType.ERROR)
                .singleElement()
                .satisfies(event -> assertThat(event.text("doing")).isEqualTo("resume"));
        c.sessions.close();
    }

    private static Crew renamed(Crew crew, String profile, String as) {
        return new Crew(
                Map.of(as, crew.profiles().get(profile)),
                crew.runners(),
                crew.programs(),
                crew.environment());
    }

    @Test
    void oneWhoseProfileIsNoMoreCanBePutAwayAndDeleted() throws Exception {
        var key = made("open");
        a.turn(key, "echo one > w.txt; sleep 9999 & echo $! > pid");
        var tree = a.tree(a.sessions.find(key));
        long pid = Long.parseLong(Files.readString(tree.resolve("workspace/pid")).strip());
        a.declareDead(key);
        var later =
                new Machine(
                        folder,
                        new Node("a", "us-west-2"),
                        catalog,
                        Machine.RULES,
                        machine -> renamed(crew(machine), "shell", "shell"));
        later.sessions.suspend(key);
        Waiting.until("its processes are gone", () -> !Waiting.lives(pid));
        assertThat(later.turn(key, "echo hi").ending()).isEqualTo("failed");
        later.sessions.delete(key);
        later.sessions.close();
    }

    @Test
    void aMissingProgramIsSaid() throws Exception {
        var key = made("absent");
        assertThat(a.turn(key, "hi").ending()).isEqualTo("failed");
        assertThat(catalog.events(key, 0, 100))
                .filteredOn(event -> event.type() == EventType.ERROR)
                .singleElement()
                .satisfies(event -> assertThat(event.text("what")).contains("no-such-program"));
    }

    @Test
    void withoutWallsThereIsAWarningInEventsAndListings() throws Exception {
        var key = made("open");
        a.turn(key, "echo hi");
        a.turn(key, "echo again");
        assertThat(a.sessions.find(key).json().compact()).contains("runs without a sandbox");
        assertThat(catalog.events(key, 0, 100))
                .filteredOn(event -> event.text("warning").contains("without a sandbox"))
                .as("once for a runner")
                .hasSize(1);
        a.sessions.suspend(key);
        assertThat(a.sessions.find(key).json().compact())
                .as("it stays visible")
                .contains("runs without a sandbox");
        var fork = a.sessions.fork(key, Optional.empty(), "");
        assertThat(fork.json().compact()).contains("runs without a sandbox");
        assertThat(a.sessions.find(made("open")).json().compact())
                .as("before it has run")
                .contains("runs without a sandbox");
        assertThat(a.sessions.find(made("shell")).warnings()).isEmpty();
    }

    @Test
    void tenantsThatCallASessionAlikeDoNotMeet() throws Exception {
        var id = Optional.of(new SessionId("same"));
        var mine = a.sessions.create(NewSession.of(Samples.TENANT, "open").called(id)).key();
        var theirs = a.sessions.create(NewSession.of(OTHER, "open").called(id)).key();
        a.turn(mine, "echo mine > w.txt");
        a.turn(theirs, "ls; echo theirs > w.txt; sleep 1000 & echo $! > p");
        a.turn(mine, "cat w.txt");
        assertThat(said(theirs)).isEmpty();
        assertThat(said(mine)).isEqualTo("mine\n");
        a.sessions.suspend(mine);
        assertThat(a.turn(theirs, "kill -0 $(cat p)").exitCode()).as("lives on").isZero();
    }

    @Test
    void whatProcessesWroteBeforeTheirRunnerDiedIsKept() throws Exception {
        var key = made("shell");
        a.turn(key, "(sleep 1; echo late > late.txt) > /dev/null 2>&1 &");
        var late = a.tree(a.sessions.find(key)).resolve("workspace/late.txt");
        Waiting.until("it is written", () -> Files.exists(late) && Files.size(late) > 0);
        a.station.crew().runner(a.sessions.find(key)).find(key.id()).orElseThrow().stop();
        a.turn(key, "cat late.txt");
        assertThat(said(key)).isEqualTo("late\n");
    }
}
