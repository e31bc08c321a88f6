package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.failure.Failure;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;

@DisplayName("A session whose agent shut the folders of its volumes")
class ShutVolumesTest {
    @TempDir Path folder;
    private Catalog catalog;
    private Machine machine;
    private SessionKey key;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        machine =
                new Machine(
                        folder, new Node("a", "r"), catalog, Machine.RULES, RealRunnerTest::crew);
        sandboxed();
        key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
        var shut =
                machine.turn(key, "echo work >w; echo lesson >/memory/m", "chmod 0 /memory /tmp .");
        assertThat(shut.exitCode()).isZero();
        assertThat(shut.checkpoint()).as("its files are kept").isPresent();
    }

    private void sandboxed() throws Failure {
        try {
            machine.station.crew().runners().of(RunnerKind.PROCESS, Samples.TENANT).check();
        } catch (Failure.Unavailable missing) {
            assertThat(System.getenv("CI")).as(missing.what()).isNull();
            assumeTrue(false, missing.what() + "; " + missing.advice());
        }
    }

    @AfterEach
    void end() {
        machine.sessions.close();
        catalog.close();
    }

    @Test
    void goesOnWithTheNextTurn() throws Exception {
        reads();
    }

    @Test
    void comesBack() throws Exception {
        machine.sessions.suspend(key);
        machine.sessions.resume(key);
        reads();
    }

    private void reads() throws Exception {
        var result = machine.turn(key, "cat w /memory/m >/tmp/both", "grep -c . /tmp/both");
        assertThat(result.ending()).isEqualTo("exited");
        assertThat(result.exitCode()).isZero();
    }
}
