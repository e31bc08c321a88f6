package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.disk.SessionId;
import dev.berth.runner.AloneContract;
import dev.berth.runner.Command;
import dev.berth.runner.Plan;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// In a view of the machine where groups are one tree and nothing else, as most machines have it:
/// once as root, once as a user to whom a part of that tree was given.
@DisplayName("A runner of processes where groups are one tree")
class UnifiedGroupsTest {
    private static final Set<String> CASES =
            Set.of(
                    "executesACommandAndKeepsItsOutputAndCode",
                    "freezesEverythingAndLetsItGoOn",
                    "stopsWhatIsPaused",
                    "cancelsEverythingThatATurnStarted",
                    "isAdoptedByTheNextServerWithItsRunningTurn");

    private static final String VIEW =
            """
            mount -t cgroup2 none /sys/fs/cgroup || exit 99
            given=/sys/fs/cgroup/berth-given-$$
            case $0 in
            root) exec "$@" ;;
            user)
                mkdir -p "$given/server"
                chown 65534:65534 "$given" "$given/cgroup.procs" "$given/cgroup.subtree_control" \\
                    "$given/server" "$given/server/cgroup.procs"
                echo $$ >"$given/server/cgroup.procs"
                setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
                code=$?
                echo $$ >/sys/fs/cgroup/cgroup.procs
                rmdir "$given/berth" "$given/server" "$given" || exit 98
                exit $code
                ;;
            esac
            """;

    @ParameterizedTest
    @ValueSource(strings = {"root", "user"})
    void keepsTheContractThere(String who) throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(root, "only root can show itself another machine");
        Here.sandboxed(Path.of("/"));
        try (var place = new OpenPlace()) {
            var words = place.java(Inside.class, place.path().toString());
            words.addAll(0, List.of("unshare", "--mount", "sh", "-c", VIEW, who));
            var ran = new ProcessBuilder(words).redirectErrorStream(true).start();
            ran.getOutputStream().close();
            String said = new String(ran.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(ran.waitFor()).as(said).isZero();
            assertThat(said.lines().filter(line -> line.startsWith("passed")))
                    .as(said)
                    .hasSize(CASES.size());
            assertThat(said).contains("groups: 1, frozen");
        }
    }

    /// What runs in that view.
    static final class Inside {
        private Inside() {}

        public static void main(String[] arguments) throws Exception {
            var folder = Files.createDirectory(Path.of(arguments[0], "cases"));
            int failed = AloneContract.run(folder, CASES::contains, ProcessRunnerTest::new);
            look(Files.createDirectory(Path.of(arguments[0], "look")));
            System.exit(failed);
        }

        /// The sandbox's processes are in one group, and the kernel itself says that it is frozen.
        private static void look(Path folder) throws Exception {
            for (String volume : List.of("workspace", "memory", "tmp")) {
                Files.createDirectories(folder.resolve("disk").resolve(volume));
            }
            var runner = Here.plain(Files.createDirectory(folder.resolve("runner")));
            var sandbox = runner.start(Plan.of(new SessionId("ses_1"), folder.resolve("disk")));
            sandbox.exec(Command.of("sleep", "1000"));
            sandbox.pause();
            try (var all = Files.find(Path.of("/sys/fs/cgroup"), 5, (at, _) -> isOurs(at))) {
                for (var group : all.toList()) {
                    String events = Files.readString(group.resolve("cgroup.events"));
                    long members = Files.readString(group.resolve("cgroup.procs")).lines().count();
                    if (members > 2 && events.contains("frozen 1")) {
                        System.out.println("groups: 1, frozen");
                    }
                }
            }
            sandbox.stop();
        }

        private static boolean isOurs(Path at) {
            return at.getFileName().toString().startsWith("ses_1-");
        }
    }
}
