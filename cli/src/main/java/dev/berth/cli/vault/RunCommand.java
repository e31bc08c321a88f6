package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

final class RunCommand implements Verb {
    private static final long GRACE_SECONDS = 5;

    @Override
    public Spec spec() {
        return OpenVault.waiting(
                OpenVault.vault(Spec.of("run", "Holds the vault's lock while a command runs."))
                        .command("COMMAND", "the command and its arguments, after --")
                        .example("berth vault run ~/vault -- git -C ~/vault pull"));
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        boolean json = given.flag("--json");
        try (var vault = OpenVault.openWaiting(given, world);
                var held = vault.hold()) {
            var words = given.texts("COMMAND");
            var command =
                    new ProcessBuilder(words).directory(world.folder().toFile()).inheritIO();
            // Standard output is for the one object then.
            if (json) command.redirectOutput(ProcessBuilder.Redirect.PIPE);
            int code = run(command, held, json ? Optional.of(world.err()) : Optional.empty());
            // The command's changes cannot be taken back; whoever started it must know.
            held.check();
            return json ? new Ended(vault.path(), words, code) : Reply.none(code);
        }
    }

    private record Ended(Path vault, List<String> command, int exitCode) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("vault", vault.toString())
                    .putTexts("command", command)
                    .put("exit_code", exitCode)
                    .build();
        }

        @Override
        public void show(Page page) {}
    }

    private static int run(ProcessBuilder command, Held held, Optional<PrintStream> output)
            throws Failure {
        Process process;
        try {
            process = command.start();
        } catch (IOException cannot) {
            throw new Failure.NotFound(
                            "%s cannot be run".formatted(command.command().getFirst()),
                            "check its name and that it is executable")
                    .because(cannot);
        }
        var hook = new Thread(() -> end(process, held));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            var onward = output.map(to -> Onward.start(process.getInputStream(), to));
            int code = process.waitFor();
            if (onward.isPresent()) onward.get().finish();
            return code;
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted while the command ran", "try again");
        } finally {
            forget(hook);
        }
    }

    /// When we are told to end: the command first, then the lock, so that nobody waits for it.
    private static void end(Process process, Held held) {
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
        }
        held.close();
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It runs already.
        }
    }
}
