package dev.berth.cli;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Says what went wrong: a sentence on standard error, and with `--json` an object on standard
/// output.
final class Complaints {
    private final World world;
    private final boolean json;

    Complaints(World world, boolean json) {
        this.world = world;
        this.json = json;
    }

    int usage(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        String what =
                e instanceof UnmatchedArgumentException unmatched
                        ? tooMuch(unmatched)
                        : String.valueOf(e.getMessage());
        String advice = "see `" + command + " --help`";
        say("malformed", what, advice, Exit.USAGE, Json.object().build());
        return Exit.USAGE;
    }

    private static String tooMuch(UnmatchedArgumentException e) {
        CommandLine at = e.getCommandLine();
        String word = e.getUnmatched().getFirst();
        Set<String> options = at.getCommandSpec().optionsMap().keySet();
        if (word.startsWith("-") && word.length() > 1 && !options.contains(word)) {
            return takesACommand(e)
                    ? word
                            + " is not an option here; if it belongs to the command, put -- before that"
                    : meant(word + " is not an option here", word, options);
        }
        Set<String> commands = at.getSubcommands().keySet();
        return commands.isEmpty()
                ? "one too many: " + word
                : meant(word + " is not a command", word, commands);
    }

    /// Whether the rest of the line is another program's, and the user has not said where it
    /// begins.
    private static boolean takesACommand(UnmatchedArgumentException e) {
        CommandLine at = e.getCommandLine();
        boolean command =
                at.getCommandSpec().positionalParameters().stream()
                        .anyMatch(words -> words.arity().isVariable() && words.required());
        return command && !at.getParseResult().originalArgs().contains("--");
    }

    private static String meant(String what, String word, Set<String> known) {
        return Nearest.of(word, known)
                .map(nearest -> what + "; did you mean " + nearest + "?")
                .orElse(what);
    }

    int failure(Failure failure, boolean debug) {
        var facts = Json.object();
        failure.facts().forEach(facts::put);
        say(failure.type(), failure.what(), failure.advice(), Exit.of(failure), facts.build());
        if (debug) world.err().print(trace(failure));
        return Exit.of(failure);
    }

    /// A bug, or something of the machine that nobody thought of: the details go to a file, since a
    /// stack trace tells a user nothing.
    int unexpected(Throwable bug, boolean debug) {
        String what = "unexpected: " + bug;
        String advice =
                written(trace(bug))
                        .map(file -> "the details are in " + file)
                        .orElse("run it again with --debug to see the details");
        say("unexpected", what, advice, Exit.UNEXPECTED, Json.object().build());
        if (debug) world.err().print(trace(bug));
        return Exit.UNEXPECTED;
    }

    /// The answer is lost, though what was asked for may well be done.
    int unwritten(String reason, int code) {
        if (code != Exit.DONE) return code;
        var failure =
                new Failure.Unavailable(
                        "the answer could not be written to standard output: " + reason,
                        "make room for it and ask again; whatever was to be changed is changed");
        return failure(failure, false);
    }

    private void say(String type, String what, String advice, int code, Json.Obj facts) {
        world.err().println("berth: " + Shown.oneLine(sentence(what, advice)));
        if (!json) return;
        var error =
                Json.object()
                        .put("type", type)
                        .put("message", what)
                        .put("advice", advice)
                        .put("exit_code", code)
                        .put("facts", facts);
        world.out().println(Json.object().put("error", error.build()).build().compact());
    }

    private static String sentence(String what, String advice) {
        if (advice.isEmpty()) return what;
        // After a question a new sentence begins.
        return what.endsWith("?")
                ? what + " " + Character.toUpperCase(advice.charAt(0)) + advice.substring(1)
                : what + "; " + advice;
    }

    private Optional<Path> written(String trace) {
        String name =
                "error-%d-%d.txt".formatted(world.clock().millis(), ProcessHandle.current().pid());
        try (Folder errors = DataFolder.of(world).folder("cache", "errors")) {
            AtomicFile.write(errors, Name.of(name), trace.getBytes(StandardCharsets.UTF_8));
            return Optional.of(world.dataFolder().resolve("cache/errors").resolve(name));
        } catch (Failure | RuntimeException cannot) {
            return Optional.empty();
        }
    }

    private static String trace(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
