package dev.berth.cli;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import picocli.AutoComplete;

import java.util.List;

/// `berth completion bash|zsh|fish`.
final class Completion implements Verb {
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Override
    public Spec spec() {
        return Spec.of("completion", "Prints a completion script for bash, zsh or fish.")
                .choice("SHELL", "bash, zsh or fish", SHELLS)
                .example("source <(berth completion bash)")
                .example("berth completion fish | source");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        String shell = given.text("SHELL");
        if (!SHELLS.contains(shell)) {
            throw new Failure.Malformed(
                    "no completion for " + shell, "choose one of " + String.join(", ", SHELLS));
        }
        var line = CommandTree.whole().line();
        // zsh runs the bash script by its own bashcompinit, which the script itself loads.
        String script =
                shell.equals("fish") ? FishCompletion.of(line) : AutoComplete.bash("berth", line);
        return Reply.line(
                Json.object().put("shell", shell).put("script", script).build(), script.strip());
    }
}
