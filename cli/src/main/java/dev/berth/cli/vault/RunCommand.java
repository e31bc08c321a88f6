package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.durable.lock.Held;
import dev.berth.durable.lock.Processes;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

final class RunCommand implements Verb {
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
            var command = new ProcessBuilder(words).directory(world.folder().toFile()).inheritIO();
            // Standard output is for the one object then.
            if (json) command.redirectOutput(ProcessBuilder.Redirect.PIPE);
            int code =
                    new HeldCommand(command, held, vault, Processes.here(world.files()))
                            .run(json ? Optional.of(world.err()) : Optional.empty());
            check(held, code);
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

    /// The command's changes cannot be taken back; whoever started it must know.
    private static void check(Held held, int code) throws Failure {
        try {
            held.check();
        } catch (Failure.StaleWriter lost) {
            throw new Failure.StaleWriter(
                            "the lock was taken over while the command ran, which ended with %d"
                                    .formatted(code),
                            "its changes stand, and another writer's may lie among them: compare"
                                    + " what it wrote")
                    .because(lost);
        }
    }
}
