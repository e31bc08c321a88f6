package dev.berth.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.berth.cli.Typed;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.process.ProcessRunner;
import dev.berth.runner.profile.BuiltIn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class DoctorTest {
    @TempDir Path folder;

    private String finding(Map<String, String> environment, String name) throws Exception {
        Typed typed = Typed.in(folder, environment, "doctor", "--json");
        assertThat(typed.code()).isZero();
        var findings = (Json.Arr) requireNonNull(typed.json().fields().get("findings"));
        return findings.items().stream()
                .map(Json::compact)
                .filter(each -> each.contains("\"name\":\"" + name + "\""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void looksAtEverythingAndMakesNothing() throws Exception {
        Path data = folder.resolve("data");
        var environment = Map.of("BERTH_HOME", data.toString(), "PATH", "/nowhere");
        for (String name :
                new String[] {
                    "java",
                    "data folder",
                    "free space",
                    "file system",
                    "bubblewrap",
                    "docker",
                    "limits",
                    "git",
                    "libcrypto",
                    "fuse"
                }) {
            assertThat(finding(environment, name)).isNotEmpty();
        }
        assertThat(data).doesNotExist();
    }

    @Test
    void whatIsMissingSaysWhatWorksWithoutIt() throws Exception {
        var environment =
                Map.of(
                        "BERTH_HOME",
                        folder.toString(),
                        "PATH",
                        "/nowhere",
                        "DOCKER_HOST",
                        "unix:///nowhere");
        assertThat(finding(environment, "docker"))
                .contains("absent")
                .contains("everything works but");
        assertThat(finding(environment, "git")).contains("absent").contains("pack --git");
    }

    @Test
    void saysWhichLimitsAreKept() throws Exception {
        assertThat(finding(Map.of("BERTH_HOME", folder.toString()), "limits")).contains("Delegate");
        assertThat(KeptLimits.of(EnumSet.allOf(Limits.Kind.class)).found())
                .isEqualTo("memory, processes, cpu by cgroups");
        assertThat(KeptLimits.of(Set.of(Limits.Kind.PROCESSES)).found())
                .isEqualTo("kept: processes; not memory, cpu");
        assertThat(KeptLimits.of(Set.of()).standing()).isEqualTo(Finding.Standing.ABSENT);
    }

    @Test
    void aDataFolderOpenToOthersIsAWarning() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(finding(Map.of("BERTH_HOME", data.toString()), "data folder"))
                .contains("warning")
                .contains("chmod 700");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        assertThat(finding(Map.of("BERTH_HOME", data.toString()), "data folder"))
                .contains("\"ok\"");
    }

    @Test
    void aMissingConfigFileIsNotFound() {
        Typed typed = Typed.in(folder, Map.of(), "doctor", "--config", "nowhere.yaml");
        assertThat(typed.code()).isEqualTo(10);
        assertThat(typed.err()).contains("nowhere.yaml");
    }

    @Test
    void aBadConfigFileIsRefusedEvenWhenItIsOnlyFoundHere() throws Exception {
        Files.writeString(folder.resolve("berth.yaml"), "serve: {}");
        Typed typed = Typed.in(folder, Map.of("HOME", folder.toString()), "doctor");
        assertThat(typed.code()).isEqualTo(14);
        assertThat(typed.err()).contains("serve").contains("server");
    }

    @Test
    void aDataFolderThatCannotBeUsedIsAFindingAndTheRestIsStillThere() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Path loop = folder.resolve("loop");
        Files.createSymbolicLink(loop, loop);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nothing"));
        for (Path data :
                List.of(file, file.resolve("below"), loop, dangling, dangling.resolve("x"))) {
            var environment = Map.of("BERTH_HOME", data.toString(), "PATH", "/usr/bin");
            assertThat(finding(environment, "data folder"))
                    .contains("\"warning\"", data.toString(), "BERTH_HOME");
            assertThat(finding(environment, "java")).contains("\"ok\"");
        }
    }

    @Test
    void aHomeThatIsNoPathIsAFinding() throws Exception {
        assertThat(finding(Map.of("HOME", "relative"), "data folder"))
                .contains("\"warning\"", "HOME is relative");
        assertThat(finding(Map.of("BERTH_HOME", "/a/\ufffd"), "data folder"))
                .contains("\"warning\"", "not UTF-8");
    }

    @Test
    void profilesAreShownToo() throws Exception {
        Files.writeString(
                folder.resolve("berth.yaml"),
                "profiles: {builder: {command: [make, -j2], limits: {turn: 10m}}}");
        var environment = Map.of("HOME", folder.toString());
        assertThat(Typed.in(folder, environment, "doctor").out())
                .contains("builder", "make -j2", "turn 600s");
        assertThat(Typed.in(folder, environment, "doctor", "--json").out())
                .contains("\"name\":\"builder\",\"command\":[\"make\",\"-j2\"]");
    }

    @Test
    void profilesSayWhetherTheyCanRunHereAndWhyNot() throws Exception {
        Files.writeString(
                folder.resolve("berth.yaml"),
                """
                profiles:
                  away: {command: [no-such-program], unsandboxed: true}
                  boxed: {command: [sh], runner: docker, image: "some/image:1"}
                  pod: {command: [sh], runner: kubernetes}
                  free: {command: [sh], unsandboxed: true}
                  claude: {command: [no-such-claude], unsandboxed: true}
                """);
        var environment =
                Map.of("HOME", folder.toString(), "DOCKER_HOST", "unix:///nowhere/docker.sock");
        assertThat(profile(environment, "away"))
                .contains("\"runs_here\":false", "there is no no-such-program", "PATH");
        assertThat(profile(environment, "boxed"))
                .contains("\"runs_here\":false", "no Docker engine answers at", "start one");
        assertThat(profile(environment, "pod")).contains("\"runs_here\":false", "runner: docker");
        assertThat(profile(environment, "free"))
                .contains("\"runs_here\":true", "\"unsandboxed\":true", "\"built_in\":false");
        assertThat(profile(environment, "claude"))
                .contains("\"runs_here\":false", "npm install -g @anthropic-ai/claude-code");
        assertThat(profile(environment, "shell")).contains("\"built_in\":true");
        assertThat(finding(environment, "profile free"))
                .contains("\"warning\"", "without a sandbox");
        assertThat(Typed.in(folder, environment, "doctor", "--json").json().fields().get("healthy"))
                .isEqualTo(new Json.Bool(false));
        assertThat(Typed.in(folder, environment, "doctor").out())
                .contains("process, unsandboxed")
                .contains("boxed: no Docker engine answers at");
    }

    private String profile(Map<String, String> environment, String name) throws Exception {
        Typed typed = Typed.in(folder, environment, "doctor", "--json");
        assertThat(typed.code()).as(typed.err()).isZero();
        var profiles = (Json.Arr) requireNonNull(typed.json().fields().get("profiles"));
        return profiles.items().stream()
                .map(Json::compact)
                .filter(each -> each.contains("\"name\":\"" + name + "\""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProfileThatNeedsWallsSaysWhatToInstallForThem() {
        Typed typed = Typed.in(folder, Map.of("HOME", folder.toString()), "doctor");
        assertThat(typed.code()).isZero();
        var walls =
                new Readiness.Walls(
                        () -> {
                            throw new Failure.Unavailable("no bwrap", "install bubblewrap");
                        });
        var world = Typed.world(folder, Map.of());
        var programs = new Programs(SystemFiles.here(), List.of());
        var readiness = new Readiness(programs, walls, new DockerEngine(world));
        assertThat(readiness.look("shell", BuiltIn.shell(), true).obstacle())
                .hasValueSatisfying(
                        failure -> assertThat(failure.advice()).isEqualTo("install bubblewrap"));
    }

    @Test
    void aMasterKeyThatIsNoneIsAFinding() throws Exception {
        var environment = Map.of("HOME", folder.toString(), "BERTH_MASTER_KEY", "hunter2");
        assertThat(finding(environment, "master key"))
                .contains("warning")
                .doesNotContain("hunter2");
    }

    @Test
    void aMistypedVariableIsAFindingThatDoesNotShowItsValue() throws Exception {
        var environment =
                Map.of("BERTH_HOME", folder.toString(), "BERTH_SERVR_PORT", "hunter2-value");
        assertThat(finding(environment, "environment"))
                .contains("BERTH_SERVR_PORT", "did you mean BERTH_SERVER_PORT?")
                .doesNotContain("hunter2");
        assertThat(Typed.in(folder, environment, "doctor", "--json").json().fields().get("healthy"))
                .isEqualTo(new Json.Bool(false));
    }

    @Test
    void whatIsThereSaysWhatWorksWithoutItToo() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("bin"));
        Files.writeString(programs.resolve("git"), "");
        var environment = Map.of("BERTH_HOME", folder.toString(), "PATH", programs.toString());
        assertThat(finding(environment, "git")).contains("\"ok\"", "without it");
    }

    @Test
    void bubblewrapIsWhereARunnerLooksForIt() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("bin"));
        assertThat(bubblewrap(programs, Optional.empty()))
                .contains("absent", "not installed", "--unsandboxed");
        Files.writeString(programs.resolve("bwrap"), "");
        assertThat(bubblewrap(programs, Optional.empty()))
                .contains("absent", programs + "/bwrap is not where", "a link to it");
        assertThat(bubblewrap(programs, Optional.of(Path.of("/usr/bin/bwrap"))))
                .contains("\"ok\"", "/usr/bin/bwrap", "without it");
        // Whatever the terminal's own path is.
        var runner =
                new ProcessRunner(SystemFiles.here(), folder, new SecureRandom(), "any")
                        .bubblewrap();
        var environment = Map.of("BERTH_HOME", folder.toString(), "PATH", "/nowhere");
        assertThat(finding(environment, "bubblewrap"))
                .contains(runner.map(Path::toString).orElse("not installed"));
    }

    private String bubblewrap(Path path, Optional<Path> used) {
        var world = Typed.world(folder, Map.of("PATH", path.toString()));
        return new Machine(world, new DockerEngine(world), used)
                .findings().stream()
                        .filter(each -> each.name().equals("bubblewrap"))
                        .map(each -> each.json().compact())
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void credentialsInAnAddressAreNotShown() throws Exception {
        Files.writeString(
                folder.resolve("berth.yaml"),
                """
                database.url: jdbc:postgresql://db/berth?user=u&password=hunter2
                storage.depot.url: s3://key:hun/ter2@hunter2@bucket/prefix#hunter2?secret=hunter2
                storage.depot.endpoint: https://key:hun/hunter2@store:9000
                """);
        var environment =
                Map.of("HOME", folder.toString(), "DOCKER_HOST", "ssh://user:hunter2@host");
        for (String form : List.of("--json", "--debug")) {
            Typed typed = Typed.in(folder, environment, "doctor", form);
            assertThat(typed.code()).as(typed.err()).isZero();
            assertThat(typed.out() + typed.err()).contains("not shown").doesNotContain("hunter2");
        }
    }
}
