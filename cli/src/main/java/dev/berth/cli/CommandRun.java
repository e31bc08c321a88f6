package dev.berth.cli;

import dev.berth.failure.Failure;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import java.util.List;
import java.util.Optional;

/// Runs one typed command: parse, do, answer. Every way out ends in an exit code and, when
/// something went wrong, in a sentence that says what to do next.
final class CommandRun {
    private final World world;

    CommandRun(World world) {
        this.world = world;
    }

    int run(String... words) {
        String[] typed = Words.inOrder(words);
        // Before parsing, since a complaint about what was typed must already have the right form.
        boolean json = Words.ask("--json", typed);
        var complaints = new Complaints(world, json);
        try {
            RawWords.refuseUnreadable(world.files(), words);
            return perform(CommandTree.of(typed), typed, json);
        } catch (ParameterException e) {
            return complaints.usage(e);
        } catch (Failure failure) {
            return complaints.failure(failure, Words.ask("--debug", typed));
        } catch (RuntimeException | Error bug) {
            return complaints.unexpected(bug, Words.ask("--debug", typed));
        }
    }

    private int perform(CommandTree tree, String[] typed, boolean json) throws Failure {
        CommandLine line = tree.line();
        ParseResult parsed = line.parseArgs(typed);
        while (parsed.hasSubcommand() && !parsed.isUsageHelpRequested())
            parsed = parsed.subcommand();
        CommandLine asked = parsed.commandSpec().commandLine();
        if (parsed.isUsageHelpRequested()) {
            asked.usage(world.out(), CommandLine.Help.Ansi.OFF);
            return Exit.DONE;
        }
        Optional<CommandTree.Leaf> leaf = tree.leaf(asked.getCommandSpec());
        if (leaf.isEmpty()) {
            asked.usage(world.err(), CommandLine.Help.Ansi.OFF);
            throw new ParameterException(asked, missing(asked));
        }
        Reply reply = leaf.get().verb().run(new Given(parsed, leaf.get().spec()), world);
        answer(reply, json);
        return reply.exitCode();
    }

    private void answer(Reply reply, boolean json) {
        if (reply instanceof Reply.None) return;
        if (json) world.out().println(reply.json().compact());
        else reply.show(world.page());
    }

    private static String missing(CommandLine group) {
        List<String> names = List.copyOf(group.getSubcommands().keySet());
        return "say what to do: " + String.join(", ", names);
    }
}
