package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.depot.Description;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.key.MasterKeyFile;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/// Where the master key of a depot is: in the file that `--key-file` names, in the environment, or
/// in a file of its own below the data folder.
public record KeyPlaces(World world, Optional<String> named, SecureRandom random) {
    static final String FILE = "--key-file";
    static final String VARIABLE = "BERTH_MASTER_KEY";

    public static Spec option(Spec spec) {
        return spec.value(
                FILE, "FILE", "the master key (else $" + VARIABLE + ", else the data folder)");
    }

    static KeyPlaces of(Given given, World world, SecureRandom random) {
        return new KeyPlaces(world, given.optional(FILE), random);
    }

    /// The file that is in force, where the key is in one.
    public Optional<MasterKeyFile> file(Description depot) throws Failure {
        if (named.isPresent()) {
            return Optional.of(new MasterKeyFile(world.files(), world.path(named.get()), random));
        }
        if (world.variable(VARIABLE).isPresent()) return Optional.empty();
        return Optional.of(new MasterKeyFile(world.files(), own(depot), random));
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

    /// The key of a sealed depot; nothing for a clear one.
    Optional<KeyService> find(Description depot) throws Failure {
        if (!depot.sealed()) return Optional.empty();
        var file = file(depot);
        if (file.isPresent()) return Optional.of(file.get().read());
        String text = world.variable(VARIABLE).orElseThrow();
        return Optional.of(MasterKey.parse(text, "$" + VARIABLE, random));
    }

    /// The key for a new depot, made if there is none yet; says where it is.
    String prepare(Description depot) throws Failure {
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
