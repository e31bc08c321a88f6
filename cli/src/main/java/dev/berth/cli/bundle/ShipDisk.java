package dev.berth.cli.bundle;

import dev.berth.bundle.ship.AllowedSecret;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.bundle.signing.KeyFolder;
import dev.berth.bundle.signing.SigningKey;
import dev.berth.cli.DataFolder;
import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.failure.Failure;

import java.util.HashSet;
import java.util.Optional;

/// `berth ship`.
public final class ShipDisk implements Verb {
    public static final String SUMMARY = "Makes a bundle of a disk: the work, never the session.";

    private static final String DISK = "DISK";
    private static final String ALLOW = "--allow-secret";

    @Override
    public Spec spec() {
        return Berths.tenant(
                Spec.of("ship", SUMMARY)
                        .argument(DISK, "a disk: a .sqlite file or a folder")
                        .optionalArgument(Berths.BUNDLE, "the new .wbundle file")
                        .flag("--dry-run", "say what would travel and what not; write nothing")
                        .flag("--include-private", "memory and tmp travel too")
                        .flag("--with-git", "git repositories travel too")
                        .values(ALLOW, "PATH:LINE", "this is no secret; may be repeated")
                        .flag("--no-scan", "do not look for secrets")
                        .flag("--sign", "sign it with the key of `berth bundle key`")
                        .example("berth ship demo.sqlite --dry-run")
                        .example("berth ship demo.sqlite demo.wbundle --sign"));
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var disk = world.path(given.text(DISK));
        try (var lanes = Berths.lanes();
                var bar = new Bar(world, given.flag("--dry-run") ? "Looking" : "Shipping")) {
            var ship = Berths.ship(world, lanes);
            if (given.flag("--dry-run")) {
                var departure = ship.preview(disk, options(given, world), bar);
                bar.wipe();
                Going.warn(departure, world);
                return new PreviewReply(departure);
            }
            String typed = target(given);
            var shipped = ship.ship(disk, world.path(typed), options(given, world), bar);
            bar.wipe();
            Going.warn(shipped.departure(), world);
            return new ShippedReply(typed, shipped);
        }
    }

    private static String target(Given given) throws Failure {
        Optional<String> typed = given.optional(Berths.BUNDLE);
        if (typed.isPresent()) return typed.get();
        throw new Failure.Malformed(
                "the bundle to make is not named",
                "name it, such as %s.wbundle, or ask with --dry-run".formatted(given.text(DISK)));
    }

    private static ShipOptions options(Given given, World world) throws Failure {
        var allowed = new HashSet<AllowedSecret>();
        for (String place : given.values(ALLOW)) allowed.add(AllowedSecret.parse(place));
        Optional<SigningKey> key =
                given.flag("--sign") ? Optional.of(key(given, world)) : Optional.empty();
        return new ShipOptions(
                given.flag("--include-private"),
                given.flag("--with-git"),
                key,
                !given.flag("--no-scan"),
                allowed,
                false);
    }

    private static SigningKey key(Given given, World world) throws Failure {
        var tenant = Berths.tenant(given);
        try (var keys = DataFolder.of(world).folder("keys")) {
            var found = new KeyFolder(keys).find(tenant);
            if (found.isPresent()) return found.get();
        }
        throw new Failure.WrongKey(
                "there is no key to sign with for %s".formatted(tenant),
                "make one with `%s`".formatted(Berths.keyCommand(given)));
    }
}
