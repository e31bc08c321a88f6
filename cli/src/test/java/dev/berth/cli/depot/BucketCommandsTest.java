package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.s3server.Message;
import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.UUID;

@DisplayName("A depot in a bucket")
class BucketCommandsTest {
    @TempDir Path folder;
    private DepotShell shell;
    private String depot;
    private String there;

    @BeforeEach
    void prepare() throws Exception {
        shell = machine("home");
        depot = "s3://%s/%s".formatted(S3Server.BUCKET, UUID.randomUUID());
        there = " --endpoint " + S3Server.here().address() + " --region us-east-1";
        shell.write("tree/a.txt", "one");
        shell.write("tree/sub/b.txt", "two");
    }

    /// Another user's data folder, with the credentials in its environment.
    private DepotShell machine(String home) {
        var environment = new HashMap<>(S3Server.environment());
        environment.put("BERTH_HOME", folder.resolve(home).toString());
        environment.put("HOME", folder.toString());
        return new DepotShell(folder, environment);
    }

    @Test
    void tellsWhatItsStoreCanDo() throws Exception {
        var made = shell.done("init " + depot + there + " --json");
        assertThat(made.out())
                .contains("\"conditional_writes\":true", "\"ranges\":true", "\"multipart\":true");
        assertThat(shell.type("init " + depot + there).code()).isEqualTo(13);
    }

    @Test
    void isThereWhereNothingOfItCanBeKeptAtHand() throws Exception {
        shell.write("home/cache", "a file where a folder belongs");
        shell.done("init " + depot + there);
        String id = shell.snapshot(depot + " tree --session s1");
        var listed = shell.done("list " + depot);
        assertThat(listed.out()).contains(id);
        assertThat(listed.err()).contains("cache", folder.resolve("home").toString());
        shell.done("restore " + depot + " latest back");
        assertThat(shell.files("back")).isEqualTo(shell.files("tree"));
    }

    @Test
    void isThereForEveryCommandWithoutBeingToldWhereAgain() throws Exception {
        var made = shell.done("init " + depot + there);
        assertThat(made.out()).contains("made depot", "write on conditions", "master key");
        String first = shell.snapshot(depot + " tree --session s1");
        shell.write("tree/a.txt", "changed");
        String second = shell.snapshot(depot + " tree --session s1");
        assertThat(shell.done("list " + depot).out()).contains(first, second);
        assertThat(shell.done("show " + depot + " latest").out()).contains("a.txt");
        assertThat(shell.done("cat " + depot + " " + first + " a.txt").out()).isEqualTo("one");
        assertThat(shell.done("diff " + depot + " " + first + " " + second).out())
                .contains("a.txt");
        shell.done("restore " + depot + " latest back");
        assertThat(shell.files("back")).isEqualTo(shell.files("tree"));
        shell.done("stats " + depot);
        shell.done("keys show " + depot);
        shell.done("keys init " + depot);
        shell.done("keys rotate " + depot);
        shell.done("forget " + depot + " " + first);
        shell.done("collect " + depot);
        shell.done("verify " + depot + " --read-data");
        assertThat(shell.ids(depot)).containsExactly(second);
        shell.done("restore " + depot + " s1 again --exact");
        assertThat(shell.files("again")).isEqualTo(shell.files("tree"));
    }

    @Nested
    @DisplayName("is found on another machine")
    class Elsewhere {
        private final String key = "ab".repeat(32);

        @BeforeEach
        void make() throws Exception {
            shell = shell.with("BERTH_MASTER_KEY", key);
            shell.done("init " + depot + there);
            shell.snapshot(depot + " tree --session s1");
        }

        private DepotShell other() {
            return machine("other").with("BERTH_MASTER_KEY", key);
        }

        @Test
        void byOptions() throws Exception {
            assertThat(other().done("list " + depot + there).out()).contains("s1");
        }

        @Test
        void byAwsVariables() throws Exception {
            var there = S3Server.here().address().toString();
            assertThat(other().with("AWS_ENDPOINT_URL", there).done("list " + depot).out())
                    .contains("s1");
        }

        @Test
        void bySettingsThatNameIt() throws Exception {
            shell.write(
                    "berth.yaml",
                    """
                    storage:
                      depot:
                        url: %s
                        endpoint: %s
                        region: us-east-1
                    """
                            .formatted(depot, S3Server.here().address()));
            assertThat(other().done("list " + depot).out()).contains("s1");
        }

        @Test
        void byAProfile() throws Exception {
            shell.write(
                    "credentials",
                    """
                    [work]
                    aws_access_key_id = %s
                    aws_secret_access_key = %s
                    """
                            .formatted(S3Server.KEY, S3Server.SECRET));
            var plain = DepotShell.in(folder).with("BERTH_MASTER_KEY", key);
            var profiled =
                    plain.with("AWS_SHARED_CREDENTIALS_FILE", folder + "/credentials")
                            .with("AWS_PROFILE", "work");
            assertThat(profiled.done("list " + depot + there).out()).contains("s1");
        }
    }

    @Nested
    @DisplayName("says what is wrong")
    class Wrong {
        @Test
        void withTheCredentials() {
            var secret = shell.with("AWS_SECRET_ACCESS_KEY", "wrong");
            refused(secret.type("init " + depot + there), 14, "AWS_SECRET_ACCESS_KEY");
            var id = shell.with("AWS_ACCESS_KEY_ID", "nobody");
            refused(id.type("list " + depot + there), 14, "AWS_ACCESS_KEY_ID");
        }

        @Test
        void withTheBucket() {
            refused(shell.type("init s3://not-there/x" + there), 10, "not-there");
            refused(shell.type("list s3://not-there/x" + there), 10, "not-there");
            refused(shell.type("list " + depot + there), 10, "no depot");
            refused(shell.type("init s3://X" + there), 2, "names no bucket");
            refused(shell.type("init " + depot + " --endpoint nowhere"), 2, "no address");
        }

        @Test
        void withTheServer() {
            refused(
                    shell.type("list " + depot + " --endpoint http://127.0.0.1:1"),
                    17,
                    "check the address");
            var unknown = shell.type("list " + depot + " --endpoint http://nowhere.invalid");
            refused(unknown, 17, "nobody knows the host");
            assertThat(unknown.err()).contains("--endpoint").doesNotContain("SDK");
        }

        @Test
        void withTheRegion() {
            refused(answered(301, "PermanentRedirect"), 14, "--region");
            refused(answered(400, "AuthorizationHeaderMalformed"), 14, "--region");
        }

        @Test
        void withTheClock() {
            refused(answered(403, "RequestTimeTooSkewed"), 14, "clock");
        }

        private Typed answered(int status, String code) {
            try (var relay =
                    Relay.to(
                            S3Server.here().address(),
                            (request, wire) -> wire.reply(Message.refusal(status, code)))) {
                return shell.type("list " + depot + " --endpoint " + relay.address());
            }
        }

        private void refused(Typed answer, int code, String saying) {
            assertThat(answer.code()).as(answer.err()).isEqualTo(code);
            assertThat(answer.err()).contains(saying);
        }
    }
}
