package dev.berth.cli.bundle;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.receive.Receive;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.ship.Ship;
import dev.berth.bundle.signing.SignerPin;
import dev.berth.cli.Given;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Version;
import dev.berth.cli.World;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.SessionId;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.Optional;

/// What the commands of this package are wired from.
final class Berths {
    static final String BUNDLE = "BUNDLE";
    static final String BUNDLE_HELP = "a .wbundle file";

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String SIGNER = "--signer";
    private static final String TENANT = "--tenant";
    private static final String DEFAULT = "default";

    private Berths() {}

    /// One thread for each processor.
    static Lanes lanes() {
        return Lanes.of(Runtime.getRuntime().availableProcessors());
    }

    static Ship ship(World world, Lanes lanes) {
        return new Ship(
                world.files(),
                disks(world),
                lanes,
                BundleLimits.USUAL,
                "berth/" + Version.number());
    }

    static Receive receive(World world, Lanes lanes) {
        return new Receive(world.files(), disks(world), lanes, BundleLimits.USUAL);
    }

    private static DiskFiles disks(World world) {
        return new SqliteFiles(world.files(), world.clock(), PATIENCE);
    }

    static Spec signer(Spec spec) {
        return spec.value(SIGNER, "KEY", "who must have signed it: a key id or a public key");
    }

    static Terms terms(Given given, boolean withGit) throws Failure {
        Optional<String> signer = given.optional(SIGNER);
        return new Terms(
                withGit,
                signer.isEmpty() ? Optional.empty() : Optional.of(SignerPin.parse(signer.get())));
    }

    static Spec tenant(Spec spec) {
        return spec.value(TENANT, "NAME", "whose key", DEFAULT);
    }

    /// How to make the key of the tenant that was named.
    static String keyCommand(Given given) {
        String tenant = given.text(TENANT);
        return "berth bundle key"
                + (tenant.equals(DEFAULT) ? "" : " %s %s".formatted(TENANT, tenant));
    }

    static SessionId tenant(Given given) throws Failure {
        try {
            return SessionId.parse(given.text(TENANT));
        } catch (Failure.Malformed malformed) {
            String typed = Shown.oneLine(given.text(TENANT));
            throw new Failure.Malformed(
                    "'%s' is not the name of a tenant".formatted(typed), malformed.advice());
        }
    }
}
