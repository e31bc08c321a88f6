package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

@DisplayName("Whom a store takes us for")
class IdentityTest {
    @TempDir Path home;
    private Stub store;

    @BeforeEach
    void open() throws IOException {
        store = new Stub(200, Stub.EMPTY);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theEnvironmentSays() throws Failure {
        ask(Map.of("AWS_ACCESS_KEY_ID", "an-id", "AWS_SECRET_ACCESS_KEY", "a-secret"));
        ask(
                Map.of(
                        "AWS_ACCESS_KEY_ID", "an-id",
                        "AWS_SECRET_ACCESS_KEY", "a-secret",
                        "AWS_SESSION_TOKEN", "a-token"));
        assertThat(store.askers()).containsExactly("an-id null", "an-id a-token");
    }

    @Test
    void aProfileSays() throws Exception {
        var file = home.resolve("credentials");
        Files.writeString(
                file,
                """
                [default]
                aws_access_key_id = first
                aws_secret_access_key = secret
                [other]
                aws_access_key_id = second
                aws_secret_access_key = secret
                aws_session_token = token
                """);
        ask(Map.of("AWS_SHARED_CREDENTIALS_FILE", file.toString()));
        ask(Map.of("AWS_SHARED_CREDENTIALS_FILE", file.toString(), "AWS_PROFILE", "other"));
        var settings = home.resolve("config");
        Files.writeString(
                settings,
                """
                [profile third]
                aws_access_key_id = third
                aws_secret_access_key = secret
                """);
        ask(
                Map.of(
                        "AWS_SHARED_CREDENTIALS_FILE", file.toString(),
                        "AWS_CONFIG_FILE", settings.toString(),
                        "AWS_PROFILE", "third"));
        assertThat(store.askers()).containsExactly("first null", "second token", "third null");
    }

    @Test
    void aFileThatMakesNoSenseDoesNotSay() throws Exception {
        var file = home.resolve("credentials");
        Files.writeString(file, "no profile\n[default");
        assertThatThrownBy(() -> ask(Map.of("AWS_SHARED_CREDENTIALS_FILE", file.toString())))
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining("a file of profiles cannot be read");
        assertThat(store.askers()).isEmpty();
    }

    @Test
    void whoeverRunsTheMachineSays() throws Exception {
        assertThat(child(Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", store.address().toString())))
                .contains("saw 0");
        assertThat(store.askers()).containsExactly("given-id given-token");
    }

    @Test
    void whoeverRunsTheContainerSays() throws Exception {
        String address = store.address() + "/given";
        assertThat(child(Map.of("AWS_CONTAINER_CREDENTIALS_FULL_URI", address))).contains("saw 0");
        assertThat(store.askers()).containsExactly("given-id given-token");
    }

    @Test
    void nobodySays() throws Exception {
        assertThat(child(Map.of("AWS_EC2_METADATA_DISABLED", "true")))
                .contains("no credentials were found");
        assertThat(store.askers()).isEmpty();
    }

    private void ask(Map<String, String> environment) throws Failure {
        var place = Places.place("x", store.address());
        try (var blobs = S3Blobs.open(place, new Identity(environment))) {
            assertThat(blobs.list("")).isEmpty();
        }
    }

    /// What [Asker] says in a process with nothing but this environment.
    private String child(Map<String, String> environment) throws Exception {
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.home=" + home,
                        "-cp",
                        System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        Asker.class.getName(),
                        store.address().toString());
        builder.environment().clear();
        builder.environment().putAll(new HashMap<>(environment));
        builder.environment().put("HOME", home.toString());
        var process = builder.redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
