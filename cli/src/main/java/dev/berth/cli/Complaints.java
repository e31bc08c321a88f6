package dev.berth.cli;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

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
        String what = String.valueOf(e.getMessage());
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            what += "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
        }
        say("malformed", what, "see `" + command + " --help`", Exit.USAGE, Json.object().build());
        return Exit.USAGE;
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

    private void say(String type, String what, String advice, int code, Json.Obj facts) {
        String sentence = advice.isEmpty() ? what : what + "; " + advice;
        world.err().println("berth: " + Shown.oneLine(sentence));
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
