package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;

class ForgetCommandsTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));
    private final List<String> ids = new ArrayList<>();

    /// Eight checkpoints, six hours apart, the first at half past midnight.
    @BeforeEach
    void makeCheckpoints() throws Exception {
        shell = DepotShell.in(folder);
        shell.done("init d");
        shell.write("t/a", "a");
        var first = Instant.parse("2026-05-01T00:30:00Z");
        for (int i = 0; i < 8; i++) {
            var now = first.plus(Duration.ofHours(6).multipliedBy(i));
            ids.add(shell.snapshotAt(now, "d t --session s1"));
        }
    }

    @Test
    void aDryRunNamesWhatWouldGoAndTouchesNothing() {
        var answer = shell.done("forget d --keep-last 2 --dry-run");
        for (String gone : ids.subList(0, 6)) assertThat(answer.out()).contains(gone);
        assertThat(answer.out()).doesNotContain(ids.get(6)).contains("6 checkpoints would be");
        assertThat(shell.done("forget d --keep-last 2 --dry-run --json").out())
                .contains("\"forgotten\":0", "\"kept\":2", "\"dry_run\":true")
                .hasLineCount(1);
        assertThat(shell.ids("d")).isEqualTo(ids);
    }

    @Test
    void oneThatIsNamedTwiceIsForgottenOnce() {
        String id = ids.get(2);
        var answer = shell.done("forget d %s %s %s".formatted(id, id, id.substring(0, 20)));
        assertThat(answer.out()).contains("1 checkpoint forgotten");
        assertThat(shell.ids("d")).hasSize(7);
    }

    @Test
    void rulesKeepTheLastOfEachPeriodAndAddUp() {
        shell.done("forget d --keep-daily 2 --keep-last 3");
        // The last of 1 May and of 2 May, and the last three.
        assertThat(shell.ids("d")).containsExactly(ids.get(3), ids.get(5), ids.get(6), ids.get(7));
        shell.done("forget d --keep-within 6h");
        assertThat(shell.ids("d")).containsExactly(ids.get(6), ids.get(7));
        shell.done("forget d --keep-yearly 9");
        assertThat(shell.ids("d")).containsExactly(ids.get(7));
    }

    @Test
    void aDayIsTheSameDayInWhateverZoneThisMachineIs() {
        var before = TimeZone.getDefault();
        try {
            var told = new ArrayList<String>();
            for (String zone : List.of("UTC", "Pacific/Kiritimati", "Etc/GMT+12")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                told.add(shell.done("forget d --keep-daily 2 --dry-run --json").out());
            }
            assertThat(told).hasSize(3).containsOnly(told.getFirst());
            assertThat(told.getFirst()).doesNotContain(ids.get(3)).contains(ids.get(4));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void rulesGoSessionBySessionAndOneMayBeMeantAlone() throws Exception {
        String other = shell.snapshotAt(Instant.parse("2020-01-01T00:00:00Z"), "d t --session s2");
        shell.done("forget d --keep-last 1 --session s1");
        assertThat(shell.ids("d")).containsExactlyInAnyOrder(other, ids.get(7));
        shell.done("forget d --keep-last 1");
        assertThat(shell.ids("d")).hasSize(2);
    }

    @Test
    void severalAreGivenUpByName() {
        var answer = shell.done("forget d " + ids.get(0) + " " + ids.get(1) + " s1 --json");
        assertThat(answer.out()).contains("\"forgotten\":3", "\"kept\":5");
        assertThat(shell.ids("d")).isEqualTo(ids.subList(2, 7));
        assertThat(shell.type("forget d " + ids.get(0)).code()).isEqualTo(10);
        assertThat(shell.type("forget d " + ids.get(2) + " nobody").code()).isEqualTo(10);
        assertThat(shell.ids("d")).contains(ids.get(2));
    }
}
