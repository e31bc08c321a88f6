package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.runner.AloneContract;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Following;
import dev.berth.runner.Limits;
import dev.berth.runner.Plan;
import dev.berth.runner.Sandbox;
import dev.berth.testbed.Needed;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// In a Linux of its own, which runs as a process of this one and has all controllers in the one
/// tree of version 2, whatever this machine has: there the kernel itself must hold the limits.
@DisplayName("Limits of processes where groups are one tree")
class OtherKernelTest {
    private static final Set<String> CASES =
            Set.of(
                    "executesACommandAndKeepsItsOutputAndCode",
                    "freezesEverythingAndLetsItGoOn",
                    "cancelsEverythingThatATurnStarted");

    private static final String INIT =
            """
            #!/bin/sh
            mount -t proc proc /proc
            mount -t sysfs sys /sys
            mount -t cgroup2 none /sys/fs/cgroup
            mount -t tmpfs tmpfs /tmp
            echo "controllers $(cat /sys/fs/cgroup/cgroup.controllers)"
            sh "${0%/*}/inside" </dev/null 2>&1
            echo "code $?"
            exec halt -f
            """;

    @Test
    void areHeldByTheKernel() throws Exception {
        Needed.rootWith("linux.uml");
        try (var place = new OpenPlace()) {
            var words = String.join("' '", place.java(Inside.class));
            var init = place.path().resolve("init");
            Files.writeString(init, INIT);
            Files.writeString(place.path().resolve("inside"), "'" + words + "'");
            Files.setPosixFilePermissions(init, PosixFilePermissions.fromString("rwxr-xr-x"));
            String said = boot(init);
            assertThat(said)
                    .containsPattern("controllers .*cpu.*memory.*pids")
                    .contains("kept [MEMORY, PROCESSES, CPU]")
                    .contains("memory held", "processes held", "cpu held")
                    .contains("code 0");
            assertThat(said.lines().filter(line -> line.startsWith("passed")))
                    .as(said)
                    .hasSize(CASES.size());
        }
    }

    private static String boot(Path init) throws Exception {
        var kernel =
                new ProcessBuilder(
                                "linux.uml",
                                "mem=1200M",
                                "rootfstype=hostfs",
                                "rootflags=/",
                                "ro",
                                "quiet",
                                "con=null",
                                "con0=null,fd:1",
                                "init=" + init)
                        .redirectErrorStream(true)
                        .start();
        kernel.getOutputStream().close();
        return new String(kernel.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .replace("\r", "");
    }

    /// What runs on that kernel.
    static final class Inside {
        private static final Limits LIMITS = new Limits(64L << 20, 0.25, 40);

        private Inside() {}

        public static void main(String[] arguments) throws Exception {
            int failed =
                    AloneContract.run(
                            Files.createDirectory(Path.of("/tmp/cases")),
                            CASES::contains,
                            ProcessRunnerTest::new);
            var folder = Files.createDirectory(Path.of("/tmp/limits"));
            for (String volume : List.of("workspace", "memory", "tmp")) {
                Files.createDirectories(folder.resolve("disk").resolve(volume));
            }
            var home = Files.createDirectory(folder.resolve("runner"));
            var runner = (ProcessRunner) Here.plain(home);
            System.out.println("kept " + runner.keptLimits());
            var plan = Plan.of(new SessionId("ses_1"), folder.resolve("disk"));
            var sandbox = runner.start(plan.withLimits(LIMITS));
            memory(sandbox);
            processes(sandbox);
            cpu(sandbox);
            sandbox.stop();
            System.exit(failed);
        }

        private static void memory(Sandbox sandbox) throws Exception {
            var ending = run(sandbox, "head -c 200000000 /dev/zero | tail -c 199999999 >/dev/null");
            boolean counted = group("memory.events").matches("(?s).*oom_kill [1-9].*");
            if (counted && !ending.equals(new Ending.Exited(0))) System.out.println("memory held");
        }

        private static void processes(Sandbox sandbox) throws Exception {
            run(sandbox, "for i in $(seq 60); do sleep 3 & done 2>/dev/null");
            boolean counted = group("pids.events").matches("(?s)max [1-9].*");
            if (counted) System.out.println("processes held");
        }

        /// However long it spins: the kernel says that it had to wait, and gave it no more than a
        /// quarter of the time.
        private static void cpu(Sandbox sandbox) throws Exception {
            long began = System.nanoTime();
            long used = field("cpu.stat", "usage_usec");
            run(sandbox, "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
            long spent = field("cpu.stat", "usage_usec") - used;
            long passed = (System.nanoTime() - began) / 1000;
            boolean throttled = field("cpu.stat", "nr_throttled") > 0;
            System.out.println("cpu " + spent + " of " + passed);
            if (throttled && spent < passed / 2) System.out.println("cpu held");
        }

        private static Ending run(Sandbox sandbox, String script) throws Exception {
            var turn = sandbox.exec(Command.of("sh", "-c", script));
            return Following.of(turn, 0, Optional.of(Duration.ofMinutes(1)), _ -> {});
        }

        private static long field(String file, String name) throws Exception {
            return group(file)
                    .lines()
                    .filter(line -> line.startsWith(name + " "))
                    .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseThrow();
        }

        private static String group(String file) throws Exception {
            try (var groups = Files.list(Path.of("/sys/fs/cgroup/berth"))) {
                var ours =
                        groups.filter(at -> at.getFileName().toString().startsWith("ses_1-"))
                                .findFirst()
                                .orElseThrow();
                return Files.readString(ours.resolve(file));
            }
        }
    }
}
