package dev.berth.runner.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.Objects.requireNonNull;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Claude;
import dev.berth.runner.agent.Programs;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

@DisplayName("A profile")
class ProfileTest {
    private final Programs programs = new Programs(SystemFiles.here(), List.of());

    @Test
    void isBuiltInForAShellTheAgentsAndChat() {
        var all = BuiltIn.all();
        assertThat(all.keySet()).containsExactly("shell", "claude", "codex", "opencode", "chat");
        assertThat(BuiltIn.shell().network()).isFalse();
        assertThat(BuiltIn.shell().persistentSessions()).isTrue();
        assertThat(BuiltIn.claude().persistentSessions()).isTrue();
        assertThat(requireNonNull(all.get("chat")).persistentSessions()).isFalse();
        assertThat(all.values()).allSatisfy(each -> assertThat(each.unsandboxed()).isFalse());
        assertThat(all.values()).extracting(Profile::limits).containsOnly(Limits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({
        "2GB, 2000000000",
        "2g, 2147483648",
        "2GiB, 2147483648",
        "512MB, 512000000",
        "1.5GiB, 1610612736",
        "100000000, 100000000"
    })
    void measuresMemory(String text, long bytes) throws Failure {
        assertThat(Amounts.memory(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "much",
                "2 GB",
                "-1g",
                "1e9",
                "2gg",
                "0",
                "1k",
                "99999999999999t",
                "NaN"
            })
    void refusesWhatIsNoMemory(String text) {
        assertThatThrownBy(() -> Amounts.memory(text)).isInstanceOf(Failure.Refused.class);
    }

    @Test
    void measuresProcessors() throws Failure {
        assertThat(Amounts.cpus("0.5")).isEqualTo(0.5);
        assertThat(Amounts.cpus("500m")).isEqualTo(0.5);
        assertThat(Amounts.cpus("4")).isEqualTo(4);
        for (String text :
                List.of("", "0", "0m", "-1", "half", "1e3", "NaN", "99999", "Infinity")) {
            assertThatThrownBy(() -> Amounts.cpus(text))
                    .as(text)
                    .isInstanceOf(Failure.Refused.class);
        }
    }

    @Test
    void isRefusedWithHowToInstallWhatIsMissing() {
        var absent = new Claude();
        var profile =
                new Profile(
                        List.of("no-such-claude"),
                        BuiltIn.claude().agent(),
                        BuiltIn.claude().image(),
                        List.of(),
                        RunnerKind.PROCESS,
                        true,
                        true,
                        BuiltIn.claude().vault(),
                        Limits.DEFAULT,
                        BuiltIn.claude().turn(),
                        List.of(),
                        false);
        assertThatThrownBy(() -> Casting.of(profile, programs))
                .isInstanceOfSatisfying(
                        Failure.Unavailable.class,
                        failure -> {
                            assertThat(failure.what()).contains("no-such-claude");
                            assertThat(failure.advice()).isEqualTo(absent.installation());
                        });
    }

    @Test
    void handsOverWhatItNamesAndNothingElse() throws Failure {
        var shell = BuiltIn.shell();
        var profile =
                new Profile(
                        shell.command(),
                        shell.agent(),
                        shell.image(),
                        shell.setup(),
                        shell.runner(),
                        shell.network(),
                        true,
                        shell.vault(),
                        shell.limits(),
                        shell.turn(),
                        List.of("NAMED", "ABSENT"),
                        false);
        var command =
                Casting.of(profile, programs)
                        .turn("echo", Map.of("NAMED", "value", "OTHER", "secret"));
        assertThat(command.environment()).isEqualTo(Map.of("NAMED", "value"));
        assertThat(command.words()).containsExactly("sh");
        assertThat(Profile.isVariable("BERTH_SESSION")).isFalse();
        assertThat(Profile.isVariable("A=b")).isFalse();
    }
}
