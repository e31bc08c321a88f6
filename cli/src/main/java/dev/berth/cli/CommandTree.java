package dev.berth.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.function.Predicate;

/// The parser for what was typed. Only the group that was asked for is built; for the others a name
/// and one line stand in, which is all that help and suggestions need.
final class CommandTree {
    private final IdentityHashMap<CommandSpec, Leaf> leaves = new IdentityHashMap<>();
    private final CommandLine line;

    /// A verb together with the spec that its words were parsed by.
    record Leaf(Verb verb, Spec spec) {}

    private CommandTree(Predicate<String> wanted) {
        line = line(wanted);
    }

    /// As much as is needed for a command that begins with these words.
    static CommandTree of(String... typed) {
        return new CommandTree(name -> typed.length > 0 && typed[0].equals(name));
    }

    /// Everything, for completion scripts and for tests of the help.
    static CommandTree whole() {
        return new CommandTree(_ -> true);
    }

    CommandLine line() {
        return line;
    }

    /// The verb behind a spec; empty for a group and for `berth` itself.
    Optional<Leaf> leaf(CommandSpec spec) {
        return Optional.ofNullable(leaves.get(spec));
    }

    private CommandLine line(Predicate<String> wanted) {
        CommandSpec root = CommandSpec.create().name("berth");
        Spec.help(root);
        root.usageMessage()
                .description("Durable workspaces for AI agent sessions.")
                .customSynopsis("berth COMMAND [ARGUMENTS]")
                .footer(
                        "%nberth COMMAND --help tells more of one. Exit codes: 0 done, 1 unexpected,",
                        "2 usage, 10 not found, 11 locked, 12 damaged, 13 conflict, 14 refused,",
                        "15 over quota, 16 stale writer, 17 unavailable, 18 wrong or missing key.");
        for (Commands.Entry entry : Commands.ALL) {
            boolean build = wanted.test(entry.name());
            root.addSubcommand(
                    entry.name(), build ? spec(entry.node().get(), "berth") : stub(entry));
        }
        return new CommandLine(root)
                .setUnmatchedOptionsArePositionalParams(false)
                .setOverwrittenOptionsAllowed(true)
                .setTrimQuotes(false)
                .setInterpolateVariables(false)
                .setExpandAtFiles(false);
    }

    private CommandSpec spec(Node node, String above) {
        return switch (node) {
            case Group group -> {
                CommandSpec spec = CommandSpec.create().name(group.name());
                String whole = above + " " + group.name();
                spec.usageMessage()
                        .description(group.summary())
                        .customSynopsis(whole + " COMMAND [ARGUMENTS]");
                Spec.help(spec);
                for (Node member : group.members()) {
                    CommandSpec made = spec(member, whole);
                    spec.addSubcommand(made.name(), made);
                }
                yield spec;
            }
            case Verb verb -> {
                Spec spec = verb.spec();
                CommandSpec made = spec.build();
                leaves.put(made, new Leaf(verb, spec));
                yield made;
            }
        };
    }

    private static CommandSpec stub(Commands.Entry entry) {
        CommandSpec spec = CommandSpec.create().name(entry.name());
        spec.usageMessage().description(entry.summary());
        return spec;
    }
}
