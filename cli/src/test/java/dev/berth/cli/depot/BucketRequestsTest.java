package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.UUID;

/// Every request is a round trip to another place: how many there are decides how long one waits.
@DisplayName("A tree of 40,000 files in a bucket")
class BucketRequestsTest {
    private static final int FOLDERS = 400;
    private static final int FILES = 100;

    @TempDir Path folder;
    private Relay relay;
    private DepotShell shell;
    private String depot;

    @BeforeEach
    void make() throws IOException {
        relay = Relay.to(S3Server.here().address(), Relay.PLAIN);
        shell = machine("home");
        depot = "s3://%s/%s".formatted(S3Server.BUCKET, UUID.randomUUID());
        for (int i = 0; i < FOLDERS; i++) {
            Path made = Files.createDirectories(folder.resolve("tree/d" + i % 20 + "/d" + i));
            for (int j = 0; j < FILES; j++) Files.writeString(made.resolve("f" + j), i + " " + j);
        }
    }

    @AfterEach
    void end() {
        relay.close();
    }

    private DepotShell machine(String home) {
        var environment = new HashMap<>(S3Server.environment());
        environment.put("BERTH_HOME", folder.resolve(home).toString());
        environment.put("AWS_ENDPOINT_URL", relay.address().toString());
        environment.put("BERTH_MASTER_KEY", "cd".repeat(32));
        return new DepotShell(folder, environment);
    }

    @Test
    void takesAHandfulOfRequests() throws Exception {
        shell.done("init " + depot);
        relay.taken();
        shell.snapshot(depot + " tree --session s1");
        var first = relay.taken();
        shell.snapshot(depot + " tree --session s1");
        var unchanged = relay.taken();
        assertThat(shell.done("show " + depot + " s1 d3/d23").out()).contains("f99");
        var browsed = relay.taken();
        machine("elsewhere").done("restore " + depot + " s1 back d3/d23/f42");
        var restored = relay.taken();
        assertThat(shell.files("back")).containsValue("23 42").hasSize(1);
        assertThat(first).as("a first snapshot").hasSizeLessThan(150);
        assertThat(unchanged).as("an unchanged one").hasSizeLessThan(10);
        assertThat(browsed).as("one folder").hasSizeLessThan(5);
        assertThat(restored).as("a file, by a machine that knows nothing").hasSizeLessThan(10);
    }
}
