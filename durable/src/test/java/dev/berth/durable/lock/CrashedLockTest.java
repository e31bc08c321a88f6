package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.List;

@DisplayName("A power loss after every call")
class CrashedLockTest {
    private final FakeClock clock = new FakeClock();
    private String acknowledged = "nothing";
    private String pending = "nothing";
    // From then on a claim without its owner may be what is left of a release.
    private boolean released;
    private int whole;

    @ParameterizedTest
    @EnumSource
    void leavesALockThatTheNextOneTakesAndEverythingAcknowledged(Both rule) throws Exception {
        var model = new ModelledFiles();
        var explorer = new CrashExplorer(model, Tearing.SECTOR, after -> check(rule, after));
        var us = new Party(explorer.files(), FakeProcesses.machine(), new FakePace(), clock);
        Folder folder = us.open("/");
        // Under the heartbeat rule less is synced, and much more may survive.
        var values = rule == Both.OWNER ? List.of("first", "second") : List.of("first");
        for (String value : values) {
            pending = value;
            try (var held = rule.lock(us, folder).acquire(Party.NO_TIME)) {
                Party.put(held, folder, value);
                acknowledged = value;
                released = true;
            }
        }
        System.out.printf(
                "lock, %s rule: %d states after %d power losses%n",
                rule, explorer.states(), explorer.crashes());
        assertThat(explorer.isExhaustive()).isTrue();
        assertThat(explorer.states()).isGreaterThan(50);
        if (rule == Both.OWNER) assertThat(whole).as("claims found with their owner").isPositive();
    }

    private void check(Both rule, ModelledFiles survivor) throws Exception {
        var rebooted =
                FakeProcesses.machine().elsewhere("boot-later", "pier", "machine-a", "pid:[1]");
        var next = new Party(survivor, rebooted, new FakePace(), clock);
        Folder folder = next.open("/");
        if (rule == Both.OWNER && !released) isNoClaimWithoutItsWholeOwner(folder);
        try (var held = rule.lock(next, folder).acquire(Duration.ofMillis(1))) {
            assertThat(Party.value(folder)).isIn(acknowledged, pending);
            Party.put(held, folder, "next");
        }
        // Its owner file was synced, so that nobody waits for an age.
        if (rule == Both.OWNER) assertThat(next.pace().paused()).isZero();
        AtomicFile.sweepTemporaries(folder);
        assertThat(Party.left(folder)).containsExactly(Party.VALUE);
    }

    /// Its file was synced before its folder, and that before it came to its place.
    private void isNoClaimWithoutItsWholeOwner(Folder folder) throws Exception {
        if (folder.stat(Party.LOCK).isEmpty()) return;
        try (var claim = Claim.open(folder, Party.LOCK)) {
            assertThat(Owner.decode(claim.ownerBytes()).process().pid()).isEqualTo(100);
            whole++;
        }
    }
}
