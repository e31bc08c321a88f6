package dev.berth.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/// The parser for what was typed. Only the command that was asked for is built; where a word names
/// none, for the others a name and one line stand in, which is all that help and suggestions need.
final class CommandTree {
    private final IdentityHashMap<CommandSpec, Leaf> leaves = new IdentityHashMap<>();
    private final CommandLine line;

    /// A verb together with the spec that its words were parsed by.
    record Leaf(Verb verb, Spec spec) {}

    private CommandTree(List<String> typed, boolean whole) {
        line = line(typed, whole);
    }

    /// As much as is needed for a command that begins with these words.
    static CommandTree of(String... typed) {
        return new CommandTree(List.of(typed), false);
    }

    /// Everything, for completion scripts and for tests of the help.
    static CommandTree whole() {
        return new CommandTree(List.of(), true);
    }

    CommandLine line() {
        return line;
    }

    /// The verb behind a spec; empty for a group and for `berth` itself.
    Optional<Leaf> leaf(CommandSpec spec) {
        return Optional.ofNullable(leaves.get(spec));
    }

    private CommandLine line(List<String> typed, boolean whole) {
        CommandSpec root = CommandSpec.create().name("berth");
        Spec.help(root);
        root.usageMessage()
                .description("Durable workspaces for AI agent sessions.")
                .customSynopsis("berth COMMAND [ARGUMENTS]")
                .footer(
                        "%nberth COMMAND --help tells more of one. Exit codes: 0 done, 1 unexpected,",
                        "2 usage, 10 not found, 11 locked, 12 damaged, 13 conflict, 14 refused,",
                        "15 over quota, 16 stale writer, 17 unavailable, 18 wrong or missing key.");
        boolean known = false;
        for (Commands.Entry entry : Commands.ALL) known |= isNext(entry.name(), typed);
        for (Commands.Entry entry : Commands.ALL) {
            if (whole || isNext(entry.name(), typed)) {
                var made = spec(entry.node().get(), "berth", rest(typed));
                root.addSubcommand(entry.name(), made);
            } else if (!known) {
                root.addSubcommand(entry.name(), stub(entry));
            }
        }
        return new CommandLine(root)
                .setUnmatchedOptionsArePositionalParams(false)
                .setOverwrittenOptionsAllowed(true)
                .setTrimQuotes(false)
                .setInterpolateVariables(false)
                .setExpandAtFiles(false);
    }

    private static boolean isNext(String name, List<String> typed) {
        return !typed.isEmpty() && typed.getFirst().equals(name);
    }

    private static List<String> rest(List<String> typed) {
        return typed.isEmpty() ? typed : typed.subList(1, typed.size());
    }

    // No switch over the two kinds: those over types are linked at run time, which takes longer
    // than
    // all of this.
    private CommandSpec spec(Node node, String above, List<String> typed) {
        return node instanceof Verb verb ? verb(verb) : group((Group) node, above, typed);
    }

    private CommandSpec verb(Verb verb) {
        Spec spec = verb.spec();
        CommandSpec made = spec.build();
        leaves.put(made, new Leaf(verb, spec));
        return made;
    }

    private CommandSpec group(Group group, String above, List<String> typed) {
        CommandSpec spec = CommandSpec.create().name(group.name());
        String whole = above + " " + group.name();
        spec.usageMessage()
                .description(group.summary())
                .customSynopsis(whole + " COMMAND [ARGUMENTS]");
        Spec.help(spec);
        for (Node member : asked(group.members(), typed)) {
            CommandSpec made = spec(member, whole, rest(typed));
            spec.addSubcommand(made.name(), made);
        }
        return spec;
    }

    /// The member that the next word names, or all where it names none.
    private static List<Node> asked(List<Node> members, List<String> typed) {
        for (Node member : members) {
            if (isNext(member.name(), typed)) return List.of(member);
        }
        return members;
    }

    private static CommandSpec stub(Commands.Entry entry) {
        CommandSpec spec = CommandSpec.create().name(entry.name());
        spec.usageMessage().description(entry.summary());
        return spec;
    }
}
