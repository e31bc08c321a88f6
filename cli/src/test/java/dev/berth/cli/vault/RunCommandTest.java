package dev.berth.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;

@DisplayName("berth vault run")
class RunCommandTest extends VaultShell {
    @Test
    void holdsTheLockAndPassesTheExitCodeOn() {
        String lock =
                temp.resolve("cache/agentm/locks/" + hash(vault.toString()) + "/lock").toString();
        assertThat(
                        type(
                                        "",
                                        "vault",
                                        "run",
                                        "vault",
                                        "--",
                                        "sh",
                                        "-c",
                                        "test -d " + lock + " && exit 7")
                                .code())
                .isEqualTo(7);
        assertThat(Path.of(lock)).doesNotExist();
        assertThat(type("", "vault", "run", "vault", "--", "true").code()).isZero();
    }

    @Test
    void saysSoWhenTheLockWasLostMeanwhile() {
        String lock =
                temp.resolve("cache/agentm/locks/" + hash(vault.toString()) + "/lock").toString();
        var typed =
                type(
                        "",
                        "vault",
                        "run",
                        "vault",
                        "--",
                        "sh",
                        "-c",
                        "rmdir " + lock + "; mkdir " + lock);
        assertThat(typed.code()).isEqualTo(16);
        assertThat(typed.err())
                .contains("while the command ran, which ended with 0")
                .doesNotContain("nothing was published");
        assertThat(Path.of(lock)).as("the other one's").isEmptyDirectory();
    }

    @Test
    void answersWithOneObjectAndSendsTheCommandsOutputElsewhere() throws Exception {
        var typed =
                type(
                        "",
                        "vault",
                        "run",
                        "vault",
                        "--json",
                        "--",
                        "sh",
                        "-c",
                        "sleep 30 & echo $!; exit 3");
        assertThat(typed.code()).isEqualTo(3);
        assertThat(at(typed.json(), "exit_code")).isEqualTo(Json.number(3));
        assertThat(at(typed.json(), "vault")).isEqualTo(Json.text(vault.toString()));
        assertThat(((Json.Arr) at(typed.json(), "command")).items())
                .startsWith(Json.text("sh"), Json.text("-c"));
        // What it left in the background has the pipe still, and is not waited for.
        var left = ProcessHandle.of(Long.parseLong(typed.err().strip())).orElseThrow();
        assertThat(left.isAlive()).isTrue();
        left.destroy();
    }

    @Test
    void saysHowTheCommandsOwnOptionsAreGiven() {
        assertThat(type("", "vault", "run", "vault", "ls", "-la").err())
                .contains("-la is not an option here; if it belongs to the command, put -- before");
        assertThat(type("", "vault", "run", "--wat", "3", "vault", "--", "ls", "-la").err())
                .contains("--wat is not an option here; did you mean --wait?")
                .doesNotContain("put --");
        assertThat(type("", "vault", "hash", "-la", "vault", "x").err()).doesNotContain("put --");
    }

    @Test
    void saysSoWhenThereIsNoSuchCommand() {
        assertThat(type("", "vault", "run", "vault", "--", "/no/such/command").code())
                .isEqualTo(10);
    }
}
