package dev.berth.durable.lock;

import static dev.berth.durable.lock.Party.NO_TIME;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.ModelledFiles;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// A process is killed before each of its calls in turn; the next one must get through.
@DisplayName("Killed at any call")
class KilledLockTest {
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @EnumSource
    void aHolderLeavesALockThatTheNextOneTakes(Both rule) throws Exception {
        int kills = 0;
        for (int nth = 1; killed(rule, nth, false); nth++) kills++;
        assertThat(kills).isGreaterThan(15);
    }

    @ParameterizedTest
    @EnumSource
    void aTakerLeavesALockThatTheNextOneTakes(Both rule) throws Exception {
        int kills = 0;
        for (int nth = 1; killed(rule, nth, true); nth++) kills++;
        assertThat(kills).isGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource
    void aNoteOfWhatCannotBeReachedAnyMoreKeepsNobodyOut(Both rule) throws Exception {
        var files = new ModelledFiles();
        var clock = new FakeClock();
        var machine = FakeProcesses.machine();
        var victim = machine.process(200, "6000");
        Folder root = files.open(Path.of("/"));
        var sub = Name.of("sub");
        root.makeFolder(sub, 0700);
        var dead = new Party(files, victim, new FakePace(), clock);
        Folder seen = dead.open("/");
        var left = rule.lock(dead, seen).acquire(NO_TIME);
        left.write(seen.folder(sub), Party.VALUE, new byte[1], 0600, sub);
        machine.kill(victim);
        root.folder(sub).unlink(Party.VALUE);
        root.removeFolder(sub);
        Party.write(root, sub, "a file now");
        var next = new Party(files, machine, new FakePace(), clock);
        try (var held = rule.lock(next, next.open("/")).acquire(Duration.ofSeconds(1))) {
            held.check();
        }
    }

    @Test
    void whatCannotBeSweptKeepsNothingElse() throws Exception {
        var files = new ModelledFiles();
        Folder root = files.open(Path.of("/"));
        Party.write(root, Name.of(Party.LOCK + ".new-1-a"), "a file, where folders are made");
        root.makeFolder(Name.of(Party.LOCK + ".new-2-b"), 0700);
        var clock = new FakeClock();
        makeYoung(root, clock.instant());
        var next = new Party(files, FakeProcesses.machine(), new FakePace(), clock);
        try (var held = Both.OWNER.lock(next, next.open("/")).acquire(NO_TIME)) {
            held.check();
        }
        assertThat(Party.left(root)).containsExactly(Name.of(Party.LOCK + ".new-1-a"));
    }

    /// Whether the kill came before the end of taking, publishing and releasing.
    private static boolean killed(Both rule, int nth, boolean takeover) throws Exception {
        var files = new ModelledFiles();
        var clock = new FakeClock();
        var machine = FakeProcesses.machine();
        var victim = machine.process(200, "6000");
        var earlier = machine.process(300, "6500");
        Folder root = files.open(Path.of("/"));
        Party.write(root, Party.VALUE, "0");
        if (takeover) {
            var dead = new Party(files, earlier, new FakePace(), clock);
            rule.lock(dead, dead.open("/")).acquire(NO_TIME);
            machine.kill(earlier);
        }
        boolean finished = work(rule, new Party(files, victim, new FakePace(), clock), nth);
        machine.kill(victim);
        if (finished) return false;
        makeYoung(root, clock.instant());

        var next = new Party(files, machine, new FakePace(), clock);
        String when = "killed before call " + nth;
        try (var held = rule.lock(next, next.open("/")).acquire(Duration.ofSeconds(1))) {
            assertThat(Party.value(root)).as(when).isIn("0", "A");
            Party.put(held, root, "N");
        }
        assertThat(next.pace().paused())
                .as(when)
                .isLessThan(rule == Both.OWNER ? Duration.ofNanos(1) : Duration.ofMillis(1500));
        assertThat(Party.left(root)).as(when).containsExactly(Party.VALUE);
        return true;
    }

    /// So that nothing that was left can be told by its age.
    private static void makeYoung(Folder folder, Instant now) throws FileFault {
        for (var entry : folder.list()) {
            folder.setModified(entry.name(), now.getEpochSecond(), now.getNano());
            if (entry.kind() != FileStat.Kind.FOLDER) continue;
            try (var inside = folder.folder(entry.name())) {
                makeYoung(inside, now);
            }
        }
    }

    private static boolean work(Both rule, Party victim, int nth) throws Exception {
        Folder folder = victim.open("/");
        int due = victim.calls().size() + nth;
        victim.beforeCalls(
                _ -> {
                    if (victim.calls().size() >= due) throw new Killed();
                });
        try (var held = rule.lock(victim, folder).acquire(Duration.ofSeconds(60))) {
            Party.put(held, folder, "A");
        } catch (Killed killed) {
            return false;
        }
        return victim.calls().size() < due;
    }
}
