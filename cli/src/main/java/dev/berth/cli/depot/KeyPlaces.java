package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.depot.Description;
import dev.berth.depot.key.KeyInForce;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.key.MasterKeyFile;
import dev.berth.depot.key.command.KeyCommand;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where the master key of a depot is: in the file that `--key-file` names, with the program that
/// `--key-command` names, in the environment, or in a file of its own below the data folder.
public record KeyPlaces(
        World world, Optional<String> named, Optional<String> command, SecureRandom random) {
    static final String FILE = "--key-file";
    static final String COMMAND = "--key-command";
    static final String VARIABLE = "BERTH_MASTER_KEY";
    static final String COMMAND_VARIABLE = "BERTH_KEY_COMMAND";
    private static final Pattern KEY = Pattern.compile("(0x)?[0-9a-fA-F]{48,80}");

    public static Spec option(Spec spec) {
        return spec.value(
                        FILE,
                        "FILE",
                        "the path of a file with the master key (else $"
                                + VARIABLE
                                + ", the 64 digits themselves, else the data folder)")
                .value(
                        COMMAND,
                        "PROGRAM",
                        "who keeps the master key (else $" + COMMAND_VARIABLE + ")");
    }

    static KeyPlaces of(Given given, World world, SecureRandom random) throws Failure {
        var file = given.optional(FILE);
        var typed = given.optional(COMMAND);
        if (file.isPresent() && typed.isPresent()) {
            throw new Failure.Malformed(
                    FILE + " and " + COMMAND + " contradict each other", "leave one out");
        }
        boolean said = file.isPresent() || world.variable(VARIABLE).isPresent();
        var command = typed.isPresent() || said ? typed : world.variable(COMMAND_VARIABLE);
        if (file.isPresent()) refuseKey(file.get());
        if (command.isPresent()) refuseKey(command.get());
        return new KeyPlaces(world, file, command, random);
    }

    /// Refuses the digits of a key where a path belongs, before anything repeats or stores them;
    /// most of them tell nearly as much.
    static void refuseKey(String typed) throws Failure {
        String name = typed.substring(typed.lastIndexOf('/') + 1).strip();
        if (!KEY.matcher(name).matches()) return;
        throw new Failure.Malformed(
                "that is a key, not the path of one", "put it in " + VARIABLE + " or in a file");
    }

    /// The key that a program keeps.
    static KeyCommand service(World world, String program) throws Failure {
        refuseKey(program);
        // With a slash it is a path from here; without, the system looks for it on the PATH.
        String path = program.contains("/") ? world.path(program).toString() : program;
        return KeyCommand.open(path, world.environment());
    }

    /// The file that is in force, where the key is in one.
    public Optional<MasterKeyFile> file(Description depot) throws Failure {
        if (named.isPresent()) {
            return Optional.of(new MasterKeyFile(world.files(), world.path(named.get()), random));
        }
        if (command.isPresent() || world.variable(VARIABLE).isPresent()) return Optional.empty();
        return Optional.of(new MasterKeyFile(world.files(), own(depot), random));
    }

    /// The depot's own key below the data folder, where there is one: what was typed is then said
    /// of another depot.
    KeyPlaces ownIfThere(Description depot) throws Failure {
        boolean typed = command.isPresent() && !command.equals(world.variable(COMMAND_VARIABLE));
        if (named.isEmpty() && !typed) return this;
        boolean own;
        try {
            own = new MasterKeyFile(world.files(), own(depot), random).exists();
        } catch (Failure noFolder) {
            return this;
        }
        return own ? new KeyPlaces(world, Optional.empty(), Optional.empty(), random) : this;
    }

    /// A depot that this machine has a key for and that says it is clear was tampered with:
    /// whatever were written to it would lie open.
    void refuseUnsealed(Description depot) throws Failure {
        if (depot.sealed() || named.isPresent()) return;
        var own = new MasterKeyFile(world.files(), own(depot), random);
        boolean has;
        try {
            has = own.exists();
        } catch (Failure noFolder) {
            return;
        }
        if (has) {
            throw new Failure.Damaged(
                    "depot.json says that the depot is clear, but it was made sealed",
                    "bring depot.json back from a copy");
        }
    }

    /// The key of a sealed depot; nothing for a clear one. What is in a file may be rotated there
    /// while it is in use.
    Optional<KeyService> find(Description depot) throws Failure {
        if (!depot.sealed()) return Optional.empty();
        if (command.isPresent()) return Optional.of(service(world, command.get()));
        var file = file(depot);
        if (file.isPresent()) return Optional.of(new KeyInForce(file.get()::read));
        String text = world.variable(VARIABLE).orElseThrow();
        return Optional.of(MasterKey.parse(text, "$" + VARIABLE, random));
    }

    /// The key for a new depot, made if there is none yet; says where it is.
    String prepare(Description depot) throws Failure {
        if (command.isPresent()) {
            service(world, command.get());
            return "the key service " + command.get();
        }
        if (named.isEmpty() && world.variable(VARIABLE).isPresent()) {
            find(depot);
            return "$" + VARIABLE;
        }
        if (named.isEmpty()) DataFolder.of(world).folder("keys").close();
        var file = file(depot).orElseThrow();
        if (file.exists()) file.read().close();
        else file.create().close();
        return file.toString();
    }

    private Path own(Description depot) throws Failure {
        return world.dataFolder().resolve("keys").resolve("depot-" + depot.id() + ".key");
    }
}
