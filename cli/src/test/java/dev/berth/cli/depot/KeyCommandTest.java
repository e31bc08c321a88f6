package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A master key that another program keeps: the one that the documents show.
class KeyCommandTest {
    private static final Path SAMPLE = Path.of("../docs/examples/key-service.sh");

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeService() throws IOException {
        shell =
                DepotShell.in(folder)
                        .with("PATH", "/usr/local/bin:/usr/bin:/bin")
                        .with("KEY_SERVICE_FOLDER", folder.resolve("service").toString());
        Files.copy(SAMPLE, shell.path("kms"));
        assertThat(shell.path("kms").toFile().setExecutable(true)).isTrue();
        shell.write("t/a", "sealed by a key that nobody sees");
    }

    private void program(String name, String script) throws IOException {
        shell.write(name, "#!/bin/sh\n" + script + "\n");
        assertThat(shell.path(name).toFile().setExecutable(true)).isTrue();
    }

    @Test
    void sealsAndOpensADepot() throws Exception {
        var made = shell.done("init d --key-command ./kms");
        assertThat(made.out()).contains("key service ./kms");
        shell.done("snapshot d t --session s --key-command ./kms");
        var byVariable = shell.with("BERTH_KEY_COMMAND", "./kms");
        byVariable.done("snapshot d t --session own --own-key");
        byVariable.done("restore d s back");
        assertThat(shell.files("back")).isEqualTo(shell.files("t"));
        byVariable.done("verify d --read-data");
        String id = Files.readString(shell.path("service/id"));
        assertThat(byVariable.done("keys show d").out()).contains("master key " + id);
        // Nothing that would open the depot lies with it or in the data folder.
        assertThat(Files.exists(shell.path("home/keys"))).isFalse();
        assertThat(shell.type("list d").code()).isEqualTo(18);
    }

    @Test
    void anotherServiceIsAWrongKey() {
        shell.done("init d --key-command ./kms");
        shell.done("snapshot d t --session s --key-command ./kms");
        var other = shell.with("KEY_SERVICE_FOLDER", shell.path("other").toString());
        var answer = other.type("list d --key-command ./kms");
        assertThat(answer.code()).isEqualTo(18);
        assertThat(answer.err()).contains("for master key");
    }

    @Test
    void aServiceThatLostItsSecretsIsAWrongKey() throws Exception {
        shell.done("init d --key-command ./kms");
        shell.done("snapshot d t --session s --key-command ./kms");
        try (var files = Files.list(shell.path("service"))) {
            for (var file : files.toList()) {
                if (!file.endsWith("id")) Files.delete(file);
            }
        }
        assertThat(shell.type("cat d s a --key-command ./kms").code()).isEqualTo(18);
    }

    @Test
    void theMasterKeyMovesFromAFileToAServiceAndBack() {
        shell.done("init d");
        shell.done("snapshot d t --session s");
        shell.done("keys rotate d --to-key-command ./kms");
        assertThat(shell.type("cat d s a").code()).isEqualTo(18);
        assertThat(shell.done("cat d s a --key-command ./kms").out()).startsWith("sealed");
        assertThat(shell.type("keys rotate d --key-command ./kms").code()).isEqualTo(14);
        shell.done("keys rotate d --key-command ./kms --to-key-file back.key");
        assertThat(shell.type("cat d s a --key-command ./kms").code()).isEqualTo(18);
        assertThat(shell.done("cat d s a --key-file back.key").out()).startsWith("sealed");
    }

    @Test
    void aServiceThatIsNotThereOrFailsIsUnavailable() throws Exception {
        program("fails", "echo the secret is open-sesame >&2; exit 3");
        program("chatty", "echo two words");
        for (String name : new String[] {"./nothing", "./fails", "./chatty", "./t"}) {
            var answer = shell.type("init d --key-command " + name);
            assertThat(answer.code()).as(name + answer.err()).isEqualTo(17);
            assertThat(answer.err()).contains("the key service").doesNotContain("sesame");
        }
        // It knows its id and nothing else.
        program("garbage", "case $1 in id) echo k;; *) echo '%%%';; esac");
        shell.done("init e --key-command ./garbage");
        assertThat(shell.type("snapshot e t --session s --key-command ./garbage").code())
                .isEqualTo(17);
        assertThat(shell.type("init f --key-command ./kms --key-file k").code()).isEqualTo(2);
        assertThat(shell.type("init f --key-command ./kms --clear").code()).isEqualTo(2);
    }

    @Test
    void noSecretIsEverAnArgument() throws Exception {
        String log = shell.path("arguments").toString();
        String real = shell.path("kms").toString();
        program("listening", "echo \"$@\" >> '%s'; exec '%s' \"$@\"".formatted(log, real));
        shell.done("init d --key-command ./listening");
        shell.done("snapshot d t --session s --key-command ./listening");
        shell.done("cat d s a --key-command ./listening");
        assertThat(Files.readAllLines(shell.path("arguments"))).isSubsetOf("id", "wrap", "unwrap");
        assertThat(Files.readAllLines(shell.path("arguments"))).contains("wrap", "unwrap");
    }
}
