package dev.berth.cli;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import picocli.AutoComplete;
import picocli.CommandLine;

import java.util.List;
import java.util.stream.Collectors;

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
        String script = shell.equals("fish") ? FishCompletion.of(line) : bash(line);
        return new Script(shell, script.strip());
    }

    // The library switches file names off where it has no words to offer; ours are mostly files.
    private static String bash(CommandLine line) {
        return AutoComplete.bash("berth", line)
                .lines()
                .filter(each -> !each.contains("compopt +o default"))
                .collect(Collectors.joining("\n"));
    }

    private record Script(String shell, String text) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object().put("shell", shell).put("script", text).build();
        }

        @Override
        public void show(Page page) {
            page.line(text);
        }
    }
}
