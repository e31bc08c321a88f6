package dev.berth.cli.vault;

import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.Processes;
import dev.berth.failure.Failure;
import dev.berth.vault.Vault;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// A command that runs while we hold a vault's lock. When we are told to end, it ends first, with
/// all that it started, then the lock is given back, so that nobody waits for it and nothing runs
/// without it.
final class HeldCommand {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ProcessBuilder command;
    private final Held held;
    private final Vault vault;
    private final Processes processes;
    private @Nullable Process started;
    private boolean ending;

    HeldCommand(ProcessBuilder command, Held held, Vault vault, Processes processes) {
        this.command = command;
        this.held = held;
        this.vault = vault;
        this.processes = processes;
    }

    /// Its exit code. What it prints goes to `output`, if one is given.
    int run(Optional<PrintStream> output) throws Failure {
        // Before there is anything to end: we may be told at any moment.
        var hook = new Thread(this::end);
        if (!added(hook)) awaitTheEnd();
        try {
            var process = start();
            var onward = output.map(to -> Onward.start(process.getInputStream(), to));
            int code = process.waitFor();
            if (onward.isPresent()) onward.get().finish();
            return code;
        } catch (InterruptedException interrupted) {
            stop();
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted while the command ran", "try again");
        } finally {
            if (!removed(hook)) awaitTheEnd();
        }
    }

    private synchronized Process start() throws Failure {
        if (ending) awaitTheEnd();
        try {
            var process = command.start();
            started = process;
            return process;
        } catch (IOException cannot) {
            throw new Failure.NotFound(
                            "%s cannot be run".formatted(command.command().getFirst()),
                            "check its name and that it is executable")
                    .because(cannot);
        }
    }

    private void end() {
        stop();
        held.close();
        vault.close();
    }

    private synchronized void stop() {
        ending = true;
        if (started == null) return;
        // By its handle: ending the process itself would also close what it prints to.
        new ProcessTree(started.toHandle(), processes).end(GRACE);
    }

    private static boolean added(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return true;
        } catch (IllegalStateException ending) {
            return false;
        }
    }

    /// False when it runs already.
    private static boolean removed(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            return true;
        } catch (IllegalStateException ending) {
            return false;
        }
    }

    /// The hook does what is left to do: nothing may come between.
    private static void awaitTheEnd() {
        while (true) LockSupport.park();
    }
}
