package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

import java.io.IOException;
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
        try (var vault = OpenVault.openWaiting(given, world);
                var held = vault.hold()) {
            var command =
                    new ProcessBuilder(given.texts("COMMAND"))
                            .directory(world.folder().toFile())
                            .inheritIO();
            int code = run(command, held);
            // The command's changes cannot be taken back; whoever started it must know.
            held.check();
            return Reply.none(code);
        }
    }

    private static int run(ProcessBuilder command, Held held) throws Failure {
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
            return process.waitFor();
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
