package dev.berth.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// What every runner keeps, whatever its sandboxes are made of.
public abstract class RunnerContract extends ResidentContract {
    @Test
    void executesACommandAndKeepsItsOutputAndCode() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var ran = run(sandbox, Command.of("sh", "-c", "echo out; echo err >&2; exit 7"));
        assertThat(ran.text()).isEqualTo("out\nerr\n");
        assertThat(ran.ending()).isEqualTo(new Ending.Exited(7));
        assertThat(sh(sandbox, "kill -9 $$").ending()).isEqualTo(new Ending.Exited(137));
        assertThat(run(sandbox, Command.of("no-such-command")).ending())
                .isEqualTo(new Ending.Exited(127));
        assertThat(sandbox.lastTurn().orElseThrow().number()).isEqualTo(3);
    }

    @Test
    void handsOverInputAndWordsAsTheyAre() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        String message = "it's \"quoted\" $HOME `id`\n\nümlaut 🚀 \\n no end of line";
        assertThat(run(sandbox, Command.of("cat").reading(Input.of(message))).text())
                .isEqualTo(message);
        assertThat(run(sandbox, Command.of("printf", "%s|", message, "", "-n", "a b", "*")).text())
                .isEqualTo(message + "||-n|a b|*|");
        assertThat(run(sandbox, Command.of("cat")).text()).isEmpty();
    }

    @Test
    void givesATurnItsEnvironmentAndNothingElse() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var ran = run(sandbox, Command.of("env").with("SECRET", "a'b\nc").with("LANG", "C"));
        assertThat(ran.text()).contains("SECRET=a'b\nc\n").contains("LANG=C\n");
        var names = sh(sandbox, "env | sed 's/=.*//' | sort").text().lines().toList();
        assertThat(names)
                .contains("BERTH_SESSION", "BERTH_WORKSPACE", "BERTH_MEMORY", "TMPDIR", "HOME")
                .isSubsetOf(
                        "BERTH_MEMORY",
                        "BERTH_RUN",
                        "BERTH_SESSION",
                        "BERTH_TURN",
                        "BERTH_WORKSPACE",
                        "HOME",
                        "HOSTNAME",
                        "LANG",
                        "OLDPWD",
                        "PATH",
                        "PWD",
                        "SHLVL",
                        "TMPDIR",
                        "_");
    }

    @Test
    void hasTheThreeVolumesAndStartsInTheWorkspace() throws Exception {
        Files.writeString(disk(SESSION).resolve("workspace/given"), "before");
        var sandbox = runner.start(plan(SESSION));
        var ran =
                sh(
                        sandbox,
                        "cat given; echo w >made; echo m >\"$BERTH_MEMORY/m\"; echo t >\"$TMPDIR/t\";"
                                + " [ \"$(pwd -P)\" = \"$(cd \"$BERTH_WORKSPACE\"; pwd -P)\" ]"
                                + " && echo here");
        assertThat(ran.text()).isEqualTo("beforehere\n");
        assertThat(disk(SESSION).resolve("workspace/made")).hasContent("w");
        assertThat(disk(SESSION).resolve("memory/m")).hasContent("m");
        assertThat(disk(SESSION).resolve("tmp/t")).hasContent("t");
    }

    @Test
    void streamsOutputWhileTheTurnRuns() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var turn =
                sandbox.exec(
                        Command.of(
                                "sh", "-c", "echo first; while ! [ -e go ]; do sleep 0.1; done"));
        var heard = new AtomicLong();
        var ending =
                Following.of(
                        turn,
                        0,
                        Optional.of(PATIENCE),
                        bytes -> {
                            if (heard.getAndAdd(bytes.byteSize()) == 0) touch("go");
                        });
        assertThat(ending).isEqualTo(new Ending.Exited(0));
        assertThat(heard.get()).isEqualTo(6);
    }

    private void touch(String name) {
        try {
            Files.createFile(disk(SESSION).resolve("workspace").resolve(name));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void keepsBinaryOutputAsItIs() throws Exception {
        var bytes = new byte[300_000];
        new Random(42).nextBytes(bytes);
        Files.write(disk(SESSION).resolve("workspace/random"), bytes);
        var ran = run(runner.start(plan(SESSION)), Command.of("cat", "random"));
        assertThat(Arrays.equals(ran.bytes(), bytes)).isTrue();
    }

    @Test
    void letsBackgroundProcessesLiveBetweenTurns() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var first =
                sh(
                        sandbox,
                        "(n=0; while :; do n=$((n+1)); echo $n >beat.new; mv beat.new beat;"
                                + " sleep 0.05; done) & echo started");
        assertThat(first.ending()).isEqualTo(new Ending.Exited(0));
        assertThat(first.text()).isEqualTo("started\n");
        await(() -> beat() > 3);
        assertThat(sh(sandbox, "cat beat").ending()).isEqualTo(new Ending.Exited(0));
        long then = beat();
        await(() -> beat() > then);
    }

    private long beat() throws Exception {
        var file = disk(SESSION).resolve("workspace/beat");
        return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    }

    @Test
    void freezesEverythingAndLetsItGoOn() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        sh(sandbox, "(n=0; while :; do n=$((n+1)); echo $n >beat.new; mv beat.new beat; done) &");
        await(() -> beat() > 3);
        sandbox.pause();
        sandbox.pause();
        assertThat(sandbox.inspect()).isEqualTo(Sandbox.Condition.PAUSED);
        long frozen = beat();
        // It wrote some thousand times a second: silence for this long is no accident.
        for (int i = 0; i < 20; i++) {
            Thread.sleep(10);
            assertThat(beat()).isEqualTo(frozen);
        }
        assertThatThrownBy(() -> sandbox.exec(Command.of("true")))
                .isInstanceOf(Failure.Conflict.class)
                .hasMessageContaining("paused");
        sandbox.unpause();
        sandbox.unpause();
        assertThat(sandbox.inspect()).isEqualTo(Sandbox.Condition.RUNNING);
        await(() -> beat() > frozen);
        assertThat(beat()).as("memory was kept").isGreaterThan(frozen);
    }

    @Test
    void endsATurnWhenItsCommandExitsThoughChildrenHoldItsOutput() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var ran = sh(sandbox, "sleep 1000 & echo done");
        assertThat(ran.ending()).isEqualTo(new Ending.Exited(0));
        assertThat(ran.text()).isEqualTo("done\n");
    }

    @Test
    void cancelsEverythingThatATurnStarted() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        sh(sandbox, "(while :; do sleep 0.05; echo x >>earlier; done) &");
        var turn =
                sandbox.exec(
                        Command.of(
                                "sh",
                                "-c",
                                "trap '' TERM; setsid sh -c 'while :; do echo x >>detached;"
                                        + " sleep 0.05; done' & (sh -c 'while :; do echo x"
                                        + " >>orphan; sleep 0.05; done' &) ; while :; do echo x"
                                        + " >>stubborn; sleep 0.05; done"));
        for (String name : new String[] {"detached", "orphan", "stubborn", "earlier"}) {
            await(() -> size(name) > 2);
        }
        turn.cancel();
        assertThat(turn.ending()).contains(new Ending.Cancelled());
        for (String name : new String[] {"detached", "orphan", "stubborn"}) {
            long size = size(name);
            Thread.sleep(300);
            assertThat(size(name)).as(name).isEqualTo(size);
        }
        long earlier = size("earlier");
        await(() -> size("earlier") > earlier);
        turn.cancel();
        assertThat(sh(sandbox, "echo next").text()).isEqualTo("next\n");
    }

    @Test
    void leavesWhatIsAskedToGoTheTimeToTidyUp() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        // The outer shell goes at once; what it started is what has something to tidy up.
        String inner =
                "trap \"sleep 0.5; echo tidied >tidy; exit\" TERM; sleep 1.7; echo >ready;"
                        + " while :; do sleep 0.05; done";
        var turn = sandbox.exec(Command.of("sh", "-c", "sh -c '" + inner + "' & wait"));
        try (var others = Executors.newVirtualThreadPerTaskExecutor()) {
            // Somebody listens all the while, as in a server, and looks whether it is alive.
            var heard = others.submit(() -> follow(turn, Optional.of(PATIENCE)));
            await(() -> size("ready") > 0);
            turn.cancel();
            assertThat(heard.get().ending()).isEqualTo(new Ending.Cancelled());
        }
        assertThat(size("tidy")).as("what it did when it was asked to go").isPositive();
    }

    private long size(String name) throws Exception {
        var file = disk(SESSION).resolve("workspace").resolve(name);
        return Files.exists(file) ? Files.size(file) : 0;
    }

    @Test
    void stopsATurnThatOutlivesItsLimit() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var turn = sandbox.exec(Command.of("sh", "-c", "echo began; sleep 1000"));
        var ran = follow(turn, Optional.of(Duration.ofMillis(300)));
        assertThat(ran.ending()).isEqualTo(new Ending.OutOfTime());
        assertThat(ran.text()).isEqualTo("began\n");
    }

    @Test
    void hasOneTurnAtATime() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        var turn = sandbox.exec(Command.of("sleep", "1000"));
        assertThatThrownBy(() -> sandbox.exec(Command.of("true")))
                .isInstanceOf(Failure.Conflict.class)
                .hasMessageContaining("turn 1 of ses_1 still runs");
        turn.cancel();
    }

    @Test
    void executesAProgramOfItsHome() throws Exception {
        var made = "printf '#!/bin/sh\\necho ran' >\"$HOME/mine\"; chmod +x \"$HOME/mine\"";
        assertThat(sh(runner.start(plan(SESSION)), made + "; \"$HOME/mine\"").text())
                .isEqualTo("ran\n");
    }

    @Test
    void hasOneSandboxPerSession() throws Exception {
        runner.start(plan(SESSION));
        assertThatThrownBy(() -> runner.start(plan(SESSION)))
                .isInstanceOf(Failure.Conflict.class)
                .hasMessageContaining("ses_1 has a sandbox");
        assertThatThrownBy(() -> open(folder.resolve("runner")).start(plan(SESSION)))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(runner.list()).hasSize(1);
    }

    @Test
    void isAdoptedByTheNextServerWithItsRunningTurn() throws Exception {
        var turn =
                runner.start(plan(SESSION))
                        .exec(
                                Command.of(
                                        "sh",
                                        "-c",
                                        "echo one; while ! [ -e go ]; do sleep 0.1; done; echo two;"
                                                + " exit 3"));
        var next = open(folder.resolve("runner"));
        var adopted = next.find(SESSION).orElseThrow();
        assertThat(next.list()).hasSize(1);
        var same = adopted.lastTurn().orElseThrow();
        assertThat(same.number()).isEqualTo(turn.number());
        assertThat(same.ending()).isEmpty();
        touch("go");
        var ran = follow(same, Optional.of(PATIENCE));
        assertThat(ran.text()).isEqualTo("one\ntwo\n");
        assertThat(ran.ending()).isEqualTo(new Ending.Exited(3));
        adopted.stop();
        assertThat(next.find(SESSION)).isEmpty();
        assertThat(runner.find(SESSION)).isEmpty();
    }

    @Test
    void stopsEverything() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        sh(sandbox, "setsid sh -c 'while :; do echo x >>going; sleep 0.05; done' &");
        await(() -> size("going") > 2);
        sandbox.stop();
        assertThat(sandbox.inspect()).isEqualTo(Sandbox.Condition.GONE);
        long size = size("going");
        Thread.sleep(300);
        assertThat(size("going")).isEqualTo(size);
        sandbox.stop();
        assertThat(runner.list()).isEmpty();
        assertThatThrownBy(() -> sandbox.exec(Command.of("true")))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(sh(runner.start(plan(SESSION)), "echo again").text()).isEqualTo("again\n");
    }

    @Test
    void stopsWhatIsPaused() throws Exception {
        var sandbox = runner.start(plan(SESSION));
        sandbox.pause();
        sandbox.stop();
        assertThat(sandbox.inspect()).isEqualTo(Sandbox.Condition.GONE);
    }

    @Test
    void takesAGigabyteWithoutGrowing() throws Exception {
        // With more of the processor than usual, which is what it takes most of.
        var sandbox = runner.start(plan(SESSION).withLimits(new Limits(2_000_000_000L, 2, 512)));
        var turn = sandbox.exec(Command.of("head", "-c", "1000000000", "/dev/zero"));
        var heard = new AtomicLong();
        var ending =
                Following.of(
                        turn,
                        0,
                        Optional.of(Duration.ofMinutes(5)),
                        bytes -> heard.addAndGet(bytes.byteSize()));
        assertThat(ending).isEqualTo(new Ending.Exited(0));
        assertThat(heard.get()).isEqualTo(1_000_000_000);
    }

    @Test
    void endsATurnOnAFullDisk() throws Exception {
        mountSmall(disk(SESSION));
        try {
            makeDisk(SESSION);
            var sandbox = runner.start(plan(SESSION));
            var ran = sh(sandbox, "dd if=/dev/zero of=big bs=100000 count=30; echo code $?");
            assertThat(ran.text()).contains("No space left on device").endsWith("code 1\n");
            assertThat(ran.ending()).isEqualTo(new Ending.Exited(0));
            assertThat(sh(sandbox, "rm big; echo again >small; cat small").text())
                    .isEqualTo("again\n");
            sandbox.stop();
        } finally {
            new ProcessBuilder("umount", disk(SESSION).toString()).start().waitFor();
        }
    }

    private static void mountSmall(Path at) throws Exception {
        var mount =
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", at.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        boolean mounted = mount.waitFor() == 0;
        assumeTrue(mounted || System.getenv("CI") != null, "only root can mount a small disk");
        assertThat(mounted).isTrue();
    }
}
