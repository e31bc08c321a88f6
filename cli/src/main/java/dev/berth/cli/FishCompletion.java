package dev.berth.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The completion script for fish, which the parser's library does not write.
final class FishCompletion {
    private final StringBuilder script = new StringBuilder("complete -c berth -e\n");

    private FishCompletion() {}

    static String of(CommandLine berth) {
        var completion = new FishCompletion();
        completion.words(berth, "");
        return completion.script.toString();
    }

    // fish asks, for each line, whether the words so far are these: `__fish_seen_subcommand_from`
    // knows no order, which is enough as no word of ours is both a group and a member of another.
    private void words(CommandLine at, String seen) {
        CommandSpec spec = at.getCommandSpec();
        for (OptionSpec option : spec.options()) option(option, seen);
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            if (words(argument).isEmpty()) continue;
            script.append("complete -c berth -n ").append(quoted(seen));
            script.append(words(argument)).append('\n');
        }
        if (at.getSubcommands().isEmpty()) return;
        String names = String.join(" ", at.getSubcommands().keySet());
        String here = condition(seen, "not __fish_seen_subcommand_from " + names);
        at.getSubcommands()
                .forEach(
                        (name, member) -> {
                            script.append(
                                    "complete -c berth -f -n %s -a %s -d %s\n"
                                            .formatted(
                                                    quoted(here), name, quoted(summary(member))));
                            words(member, condition(seen, "__fish_seen_subcommand_from " + name));
                        });
    }

    private void option(OptionSpec option, String seen) {
        script.append("complete -c berth -n ")
                .append(quoted(seen.isEmpty() ? "__fish_use_subcommand" : seen));
        for (String name : option.names()) {
            script.append(
                    name.startsWith("--")
                            ? " -l " + name.substring(2)
                            : " -s " + name.substring(1));
        }
        if (option.arity().max() > 0) script.append(" -r").append(words(option));
        script.append(" -d ").append(quoted(String.join(" ", option.description()))).append('\n');
    }

    private static String words(ArgSpec argument) {
        if (argument.completionCandidates() == null) return "";
        return " -f -a " + quoted(String.join(" ", argument.completionCandidates()));
    }

    private static String condition(String seen, String more) {
        return seen.isEmpty() ? more : seen + "; and " + more;
    }

    private static String summary(CommandLine command) {
        return String.join(" ", command.getCommandSpec().usageMessage().description());
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
