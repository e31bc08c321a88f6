package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Each shell is asked itself what it would offer.
class CompletionTest {
    @TempDir Path folder;

    @Test
    void bashOffersTheCommands() throws Exception {
        String asked =
                "source ./script; COMP_WORDS=(berth do); COMP_CWORD=1; COMP_LINE='berth do'; "
                        + "COMP_POINT=8; _complete_berth; echo \"${COMPREPLY[@]}\"";
        assertThat(ask("bash", "bash", "-c", asked)).contains("doctor");
    }

    @Test
    void bashOffersValues_andFilesWhereItHasNone() throws Exception {
        String asked =
                "source ./script; COMP_WORDS=(berth disk ls --volume m); COMP_CWORD=4;"
                        + " COMP_LINE='berth disk ls --volume m'; COMP_POINT=24; _complete_berth;"
                        + " echo \"${COMPREPLY[@]}\"; complete -p berth";
        assertThat(ask("bash", "bash", "-c", asked)).contains("memory").contains("-o default");
        // This would switch the shell's own file names off again.
        assertThat(Typed.in(folder, Map.of(), "completion", "bash").out())
                .doesNotContain("compopt +o default");
    }

    @Test
    void zshTakesTheScript() throws Exception {
        String asked =
                "autoload -U +X compinit && compinit -u; source ./script && whence -w _complete_berth";
        assertThat(ask("zsh", "zsh", "-f", "-c", asked)).contains("_complete_berth: function");
    }

    @Test
    void fishOffersCommandsAndOptions() throws Exception {
        assertThat(
                        ask(
                                "fish",
                                "fish",
                                "--no-config",
                                "-c",
                                "source ./script; complete -C 'berth do'"))
                .contains("doctor\tLooks at this machine");
        assertThat(
                        ask(
                                "fish",
                                "fish",
                                "--no-config",
                                "-c",
                                "source ./script; complete -C 'berth doctor --c'"))
                .contains("--config");
    }

    @Test
    void anotherShellIsAUsageError() {
        Typed typed = Typed.in(folder, Map.of(), "completion", "tcsh");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("tcsh").contains("bash, zsh, fish");
    }

    private String ask(String shell, String... command) throws Exception {
        boolean there =
                Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(at -> Files.isExecutable(Path.of(at, shell)));
        if (System.getenv("CI") == null) assumeTrue(there, shell + " is not installed");
        Typed typed = Typed.in(folder, Map.of(), "completion", shell);
        assertThat(typed.code()).isZero();
        Files.writeString(folder.resolve("script"), typed.out());
        Process process =
                new ProcessBuilder(List.of(command))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return answer;
    }
}
