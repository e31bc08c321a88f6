package dev.berth.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.util.Optional;

/// What every runner keeps whatever is done, from within, to the resident that starts turns and to
/// the folder that it shares with the server.
public abstract class ResidentContract extends RunnerFixture {
    @Test
    void tellsWhenATurnWasKilledFromWithin() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        assertThat(sh(sandbox, "kill -9 $PPID; sleep 1000").ending()).isEqualTo(new Ending.Lost());
    }

    @Test
    void tellsWhenItsSandboxWasEndedFromWithin() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        String resident = "$(sed -n 's/^PPid:.//p' /proc/$PPID/status)";
        var ran = sh(sandbox, "echo said; kill -9 " + resident + "; sleep 1000");
        assertThat(ran.text()).isEqualTo("said\n");
        assertThat(ran.ending()).isEqualTo(new Ending.Lost());
        sandbox.stop();
        assertThat(sandbox.inspect()).isEqualTo(Sandbox.Condition.GONE);
        assertThat(sh(runner.start(plan(SESSION)), "echo again").text()).isEqualTo("again\n");
    }

    @Test
    void beginsNoTurnWhenTheSandboxWasEndedFromWithin() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        String resident = "$(sed -n 's/^PPid:.//p' /proc/$PPID/status)";
        sh(sandbox, "(sleep 0.3; kill -9 " + resident + "; touch done) >/dev/null 2>&1 &");
        await(() -> Files.exists(disk(SESSION).resolve("workspace/done")) || isGone(sandbox));
        try {
            assertThat(sh(sandbox, "echo never").ending()).isEqualTo(new Ending.Unbegun());
        } catch (Failure.Conflict gone) {
            // All of it may have gone by now.
            assertThat(isGone(sandbox)).isTrue();
        }
        sandbox.stop();
    }

    private static boolean isGone(Sandbox sandbox) throws Exception {
        return sandbox.inspect() == Sandbox.Condition.GONE;
    }

    @Test
    void beginsTheNextTurnWhateverBecameOfTheSharedFolder() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        for (String trick :
                new String[] {
                    "rm -rf $f/*",
                    "chmod -R 700 $f; rm -rf $f/*; for n in 1 2 3 4 5 6; do mkdir $f/$n; done",
                    "chmod 700 $f $f/*; for n in in out end killed script; do rm -f $f/*/$n;"
                            + " mkdir $f/5/$n; done",
                    "chmod 700 $f $f/*; rm $f/7/out; ln -s /etc/passwd $f/7/out; ln -s / $f/8",
                    "mkdir -p $f/deep/er; chmod -R 0 $f"
                }) {
            var tricked = sh(sandbox, "f=" + shared() + "; exec 2>/dev/null; " + trick);
            assertThat(tricked.ending()).as(trick).isInstanceOf(Ending.Exited.class);
            assertThat(tricked.text()).as(trick).isEmpty();
            var next = sh(sandbox, "echo well; exit 3");
            assertThat(next.text()).as(trick).isEqualTo("well\n");
            assertThat(next.ending()).as(trick).isEqualTo(new Ending.Exited(3));
        }
    }

    /// Where the folder that a resident shares with us shows inside.
    protected String shared() {
        return "/run/berth";
    }

    @Test
    void keepsNoMoreThanTheLastTurn() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var first = sandbox.exec(Command.of("head", "-c", "1000000", "/dev/zero"));
        assertThat(follow(first, Optional.of(PATIENCE)).bytes()).hasSize(1_000_000);
        assertThat(sh(sandbox, "ls " + shared()).text()).isEqualTo("2\n");
        assertThat(first.ending()).contains(new Ending.Lost());
        assertThat(first.read(MemorySegment.ofArray(new byte[10]), 0)).isZero();
        first.cancel();
    }
}
