package dev.berth.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

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
                    "git",
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
        assertThat(finding(environment, "bubblewrap")).contains("absent").contains("--unsandboxed");
        assertThat(finding(environment, "docker"))
                .contains("absent")
                .contains("everything works but");
        assertThat(finding(environment, "git")).contains("absent").contains("pack --git");
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
}
