package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.Node;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.sqlite.SqliteCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A process of the agent writes a counter into many files, one after the other, for ever. At one
/// instant the files up to some place hold a number, and those behind it the number before.
@DisplayName("A checkpoint taken while processes write")
class OneInstantTest {
    private static final int FILES = 300;
    private static final int POINTS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// A round through all files takes less than any reading of them, so that a mix is seen unless
    /// the writer stands still.
    private static final String WRITER =
            """
            mkdir -p c
            cat > loop.py <<'X'
            import os
            files = [os.open("c/%%03d" %% k, os.O_RDWR | os.O_CREAT) for k in range(%d)]
            number = 0
            while True:
                text = b"%%016d" %% number
                for file in files:
                    os.pwrite(file, text, 0)
                if number == 1:
                    open("begun", "w").close()
                number += 1
            X
            setsid python3 loop.py > /dev/null 2>&1 < /dev/null &
            while [ ! -e begun ]; do sleep 0.05; done
            """
                    .formatted(FILES);

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
        try {
            machine.station.crew().runners().of(RunnerKind.PROCESS, Samples.TENANT).check();
        } catch (Failure.Unavailable missing) {
            assertThat(System.getenv("CI")).as(missing.what()).isNull();
            assumeTrue(false, missing.what() + "; " + missing.advice());
        }
        key = machine.sessions.create(NewSession.of(Samples.TENANT, "shell")).key();
        machine.turn(key, WRITER);
    }

    @AfterEach
    void end() {
        machine.sessions.close();
        catalog.close();
    }

    /// The numbers in the files of a checkpoint, in the order in which they are written.
    private List<Long> numbers(CheckpointId id) throws Exception {
        var session = machine.sessions.find(key);
        var point = new Points(machine.station, Observer.NONE).read(session, id);
        var numbers = new ArrayList<Long>();
        try (var browsing = machine.station.depot().tenant(key.tenant()).browse(point)) {
            for (var entry : browsing.list(Volume.WORKSPACE, List.of(Name.of("c")))) {
                var text = new ByteArrayOutputStream();
                browsing.read((TreeEntry.File) entry, text::write);
                numbers.add(Long.parseLong(text.toString(StandardCharsets.UTF_8)));
            }
        }
        assertThat(numbers).hasSize(FILES);
        return numbers;
    }

    private static boolean isOneInstant(List<Long> numbers) {
        long steps = 0;
        for (int i = 1; i < numbers.size(); i++) {
            long fell = numbers.get(i - 1) - numbers.get(i);
            if (fell < 0 || fell > 1) return false;
            steps += fell;
        }
        return steps <= 1;
    }

    @Test
    void isOnePointInTime() throws Exception {
        long last = -1;
        for (int i = 0; i < POINTS; i++) {
            var row = machine.sessions.checkpoint(key).row();
            assertThat(row.consistent()).isTrue();
            var numbers = numbers(row.id());
            assertThat(isOneInstant(numbers)).as("%s", numbers).isTrue();
            assertThat(numbers.getFirst()).as("the writer goes on").isGreaterThanOrEqualTo(last);
            last = numbers.getFirst();
        }
        assertThat(last).isPositive();
    }

    /// Without the pause the same writer is caught in the middle: so the test above can fail.
    @Test
    void wouldBeAMixWithoutThePause() throws Exception {
        var points = new Points(machine.station, Observer.NONE);
        var trees = new Trees(machine.station);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            var session = machine.sessions.find(key);
            var taken = points.take(session, trees.of(session), Line.ASIDE, false);
            if (!isOneInstant(numbers(taken.row().id()))) return;
        }
        throw new AssertionError("never seen in the middle");
    }
}
