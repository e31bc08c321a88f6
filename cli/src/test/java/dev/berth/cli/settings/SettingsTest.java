package dev.berth.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.Objects.requireNonNull;

import dev.berth.cli.Typed;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Codex;
import dev.berth.runner.profile.BuiltIn;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SettingsTest {
    private static Settings of(String yaml, Map<String, String> environment) throws Failure {
        var file = SettingsFile.parse("berth.yaml", yaml);
        return Settings.of(Resolved.of(environment, file.texts()), file);
    }

    @Nested
    @DisplayName("With nothing configured")
    class Defaults {
        @Test
        void everyValueIsTheDocumentedOne() throws Failure {
            assertThat(of("", Map.of()))
                    .isEqualTo(
                            new Settings(
                                    Optional.empty(),
                                    new Settings.Depot(
                                            Optional.empty(),
                                            Optional.empty(),
                                            Optional.empty(),
                                            false),
                                    new Settings.Retention(
                                            Duration.ofDays(7),
                                            Duration.ofDays(1),
                                            Duration.ofDays(30)),
                                    new Settings.Lifecycle(
                                            Duration.ofSeconds(60),
                                            Duration.ofMinutes(15),
                                            Duration.ofHours(24),
                                            16,
                                            Duration.ofSeconds(30),
                                            Duration.ofHours(24)),
                                    new Settings.Node(Optional.empty(), "local"),
                                    new Settings.Server(
                                            "127.0.0.1", 7420, List.of(), List.of(), false),
                                    Optional.empty(),
                                    new Settings.Flow(
                                            Duration.ofMinutes(10), Duration.ofSeconds(30)),
                                    Map.of()));
        }

        @Test
        void namesAndVariablesAreUnique() {
            var names = new HashSet<String>();
            for (Key<?> key : Keys.ALL) {
                assertThat(names.add(key.name())).as(key.name()).isTrue();
                assertThat(names.add(key.variable())).as(key.variable()).isTrue();
            }
            assertThat(Keys.IDLE_AFTER.variable()).isEqualTo("BERTH_LIFECYCLE_IDLE_AFTER");
        }
    }

    @Nested
    @DisplayName("A file")
    class File {
        @Test
        void setsWhatItNames() throws Failure {
            var settings =
                    of(
                            """
                            storage:
                              workspace:
                                retention:
                                  default: 7d # Keep for 7 days after termination
                                  max: 60d
                                  min: 2d
                            server:
                              port: 8000
                              hosts: [a.example, b.example]
                            node.region: eu-west-1
                            """,
                            Map.of());
            assertThat(settings.retention())
                    .isEqualTo(
                            new Settings.Retention(
                                    Duration.ofDays(7), Duration.ofDays(2), Duration.ofDays(60)));
            assertThat(settings.server().port()).isEqualTo(8000);
            assertThat(settings.server().hosts()).containsExactly("a.example", "b.example");
            assertThat(settings.node().region()).isEqualTo("eu-west-1");
        }

        @Test
        void canTakeTheWallsFromEveryProcess() throws Failure {
            String boxed = "profiles: {boxed: {command: [sh], runner: docker, image: i}}\n";
            var settings = of("server: {unsandboxed: true}\n" + boxed, Map.of());
            assertThat(open(settings)).contains("shell", "claude").doesNotContain("boxed");
            var walled = of(boxed, Map.of("BERTH_SERVER_UNSANDBOXED", "false"));
            assertThat(open(walled)).isEmpty();
            assertThat(open(walled.unsandboxed())).isEqualTo(open(settings));
        }

        private static List<String> open(Settings settings) {
            return settings.allProfiles().entrySet().stream()
                    .filter(each -> each.getValue().unsandboxed())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        @Test
        void describesProfiles() throws Failure {
            var profile =
                    of(
                                    """
                                    profiles:
                                      builder:
                                        command: [make, -j2]
                                        setup: ["apt list"]
                                        runner: docker
                                        image: builder:1
                                        network: false
                                        environment: [TOKEN]
                                        persistent_sessions: true
                                        limits: {memory: 2g, cpu: 1.5, processes: 64, turn: 10m}
                                    """,
                                    Map.of())
                            .profiles()
                            .get("builder");
            assertThat(profile)
                    .isEqualTo(
                            new Profile(
                                    List.of("make", "-j2"),
                                    Optional.empty(),
                                    Optional.of("builder:1"),
                                    List.of("apt list"),
                                    RunnerKind.DOCKER,
                                    false,
                                    true,
                                    Optional.empty(),
                                    new Limits(2L << 30, 1.5, 64),
                                    Optional.of(Duration.ofMinutes(10)),
                                    List.of("TOKEN"),
                                    false));
        }

        @Test
        void changesOfABuiltInProfileOnlyWhatItNames() throws Failure {
            var changed =
                    of(
                                    "profiles: {claude: {limits: {cpu: 500m}, network: false},"
                                            + " mine: {command: [x], agent: codex}}",
                                    Map.of())
                            .allProfiles();
            var claude = requireNonNull(changed.get("claude"));
            var builtIn = BuiltIn.claude();
            assertThat(claude.network()).isFalse();
            assertThat(claude.command()).isEqualTo(builtIn.command());
            assertThat(claude.agent()).isEqualTo(builtIn.agent());
            assertThat(claude.environment()).isEqualTo(builtIn.environment());
            assertThat(claude.persistentSessions()).isTrue();
            assertThat(claude.limits()).isEqualTo(Limits.DEFAULT);
            assertThat(changed.keySet())
                    .containsExactly("shell", "claude", "codex", "opencode", "chat", "mine");
            assertThat(requireNonNull(changed.get("mine")).agent()).contains(new Codex());
        }

        @Test
        void tellsAllProblemsAtOnceWithTheirPlaces() {
            String yaml =
                    """
                    server: {port: x, prot: 1}
                    profiles:
                      one:
                        comand: [a]
                        runner: lxc
                      two:
                        command: make all
                        image: "a b"
                        vault: notes
                        environment: ["TOKEN=hunter2"]
                        limits: {memory: much, cpu: 0, processes: 0, turn: 0s, disk: 1}
                      three: 5
                      claude: {runner: docker, agent: gpt, unsandboxed: true}
                      claude: {}
                    """;
            assertThatThrownBy(() -> of(yaml, Map.of("BERTH_LIFECYCLE_LEASE", "soon")))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContainingAll(
                            "the settings have 20 problems",
                            "berth.yaml line 1: server.prot",
                            "server.port (berth.yaml line 1) is not a whole number",
                            "lifecycle.lease (environment BERTH_LIFECYCLE_LEASE)",
                            "line 4: profiles.one.comand is not a setting",
                            "line 4: profiles.one has no command",
                            "line 5: profiles.one.runner is not a runner: lxc",
                            "line 7: profiles.two.command is not a list of words",
                            "line 8: profiles.two.image",
                            "line 9: profiles.two.vault",
                            "line 10: profiles.two.environment",
                            "line 11: profiles.two.limits.memory",
                            "profiles.two.limits.cpu",
                            "profiles.two.limits.processes",
                            "profiles.two.limits.turn",
                            "profiles.two.limits.disk is not a setting",
                            "line 12: profiles.three must hold",
                            "line 13: profiles.claude has no image",
                            "line 13: profiles.claude.agent is not an agent",
                            "line 13: profiles.claude cannot be unsandboxed in docker",
                            "line 14: claude is given twice")
                    .message()
                    .doesNotContain("hunter2");
        }

        @ParameterizedTest(name = "{0}")
        @CsvSource(
                delimiter = '|',
                value = {
                    "server: {prot: 1}|server.prot|server.port",
                    "lifecycel: {lease: 1s}|lifecycel|lifecycle",
                    "server:\\n  port: no|line 2|whole number",
                    "server: 5|server|keys and values",
                    "server: {port: 1}\\nserver: {port: 2}|line 2|twice",
                    "server: {port: 1}\\nserver.port: 2|line 2|twice",
                    "server.port: [1]|server.port|a single value",
                    "server:\\n  port:|line 2|has no value",
                    "\\nsevrer:\\n  port: 1|line 2|did you mean server?",
                    "zebra: 1|zebra is not a setting|berth doctor",
                    "server: {bind: 'not an address'}|server.bind|127.0.0.1",
                    "server: {hosts: ['a b']}|server.hosts|:port",
                    "server: {hosts: ['a,b']}|server.hosts|one by one",
                    "server: {import-roots: [home]}|server.import-roots|from / on",
                    "node: {name: 'a/b'}|node.name|letters",
                    "database: {url: mysql://x}|database.url|jdbc:postgresql",
                    "storage: {depot: {endpoint: host}}|endpoint|https://host",
                    "profiles: {x: {command: [a], image: }}|image|has no value",
                    "a: &x 1\\nserver: *x|anchors|",
                    "server: !!java.io.File x|tags|",
                    "server: {port: 99999}|server.port|0 to 65535",
                    "lifecycle: {lease: 5 minutes}|lifecycle.lease|90s, 15m, 24h or 7d",
                    "storage: {depot: {url: ftp://x}}|storage.depot.url|s3://",
                    "storage: {workspace: {retention: {min: 9d}}}|min ≤ default ≤ max|",
                    "profiles: {x: {comand: [a]}}|profiles.x.comand|profiles.x.command",
                    "profiles: {x: {image: a}}|profiles.x|command",
                    "profiles: {x: {command: [a], runner: lxc}}|lxc|process, docker, kubernetes",
                    "profiles: {x: {command: [a], limits: {processes: 7}}}|processes|8 to 1000000",
                    "[1, 2]|the file|",
                    "server: {port: [}|berth.yaml|",
                    "--- {}\\n--- {}|berth.yaml|"
                })
        void isRefusedWithTheLineAndTheRemedy(String yaml, String names, String advises) {
            assertThatThrownBy(() -> of(yaml.replace("\\n", "\n"), Map.of()))
                    .isInstanceOfSatisfying(
                            Failure.Refused.class,
                            refused ->
                                    assertThat(refused.what() + "; " + refused.advice())
                                            .contains(names)
                                            .contains(advises == null ? "" : advises));
        }
    }

    @Nested
    @DisplayName("The environment")
    class Environment {
        @Test
        void winsOverTheFile() throws Failure {
            var settings = of("server: {port: 1}", Map.of("BERTH_SERVER_PORT", "2"));
            assertThat(settings.server().port()).isEqualTo(2);
        }

        @Test
        void knowsTheOtherNames() throws Failure {
            var settings =
                    of(
                            "",
                            Map.of(
                                    "WORKSTATION_IDLE_PAUSE_SECS", "90",
                                    "WORKSTATION_VOLUME_TTL_DAYS", "9"));
            assertThat(settings.lifecycle().idlePause()).isEqualTo(Duration.ofSeconds(90));
            assertThat(settings.retention().byDefault()).isEqualTo(Duration.ofDays(9));
        }

        @Test
        void winsOverTheFileByTheOtherNamesToo() throws Failure {
            var settings =
                    of(
                            "storage: {workspace: {retention: {default: 7d, max: 30d, min: 1d}}}",
                            Map.of("WORKSTATION_VOLUME_TTL_DAYS", "9"));
            assertThat(settings.retention().byDefault()).isEqualTo(Duration.ofDays(9));
        }

        @ParameterizedTest
        @ValueSource(strings = {"90s", "15m", "24h", "7d"})
        void readsDurationsAsPeopleWriteThem(String text) throws Failure {
            var settings = of("", Map.of("BERTH_LIFECYCLE_LEASE", text));
            assertThat(settings.lifecycle().lease())
                    .isIn(
                            Duration.ofSeconds(90),
                            Duration.ofMinutes(15),
                            Duration.ofHours(24),
                            Duration.ofDays(7));
        }
    }

    @Nested
    @DisplayName("A secret")
    class Secrets {
        private static final String URL = "jdbc:postgresql://db/berth?password=hunter2";

        @Test
        void isNeverShown(@TempDir Path folder) throws Exception {
            Files.writeString(folder.resolve("berth.yaml"), "database: {url: '" + URL + "'}");
            var environment =
                    Map.of(
                            "BERTH_HOME",
                            folder.toString(),
                            "BERTH_MASTER_KEY",
                            "5ec4e7".repeat(10));
            for (String form : List.of("--debug", "--json")) {
                Typed typed = Typed.in(folder, environment, "doctor", form);
                assertThat(typed.code()).isZero();
                assertThat(typed.out() + typed.err())
                        .doesNotContain("hunter2")
                        .doesNotContain("5ec4e7");
                assertThat(typed.out()).contains("(set, not shown)").contains("berth.yaml line 1");
            }
            assertThat(of("", Map.of("BERTH_DATABASE_URL", URL)).toString())
                    .doesNotContain("hunter2");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "database: {url: 'mysql://u:hunter2@db'}",
                    "database: {url: [hunter2",
                    "'postgresql://u:hunter2@db': x",
                    "storage.depot.url: 'ftp://u:hunter2@h'",
                    "storage.depot.endpoint: 'u:hunter2@h'",
                    "a: b: hunter2",
                    "database: {url: *hunter2}",
                    "database: {url: !hunter2 x}",
                    "database: {url: !!hunter2 x}"
                })
        void isNotQuotedInAComplaintEither(String yaml) {
            assertThatThrownBy(() -> of(yaml, Map.of()))
                    .isInstanceOfSatisfying(
                            Failure.Refused.class,
                            refused ->
                                    assertThat(refused.what() + refused.advice())
                                            .doesNotContain("hunter2"));
        }
    }
}
