package dev.berth.bundle.ship;

import dev.berth.bundle.signing.SigningKey;

import java.util.Optional;
import java.util.Set;

/// What was asked for when shipping.
///
/// @param includePrivate the volumes that usually stay at home come along
/// @param withGit repositories come along
/// @param sign the key to sign with
/// @param scan whether to look for secrets
/// @param allowed the finds that may travel
/// @param asleep the disk belongs to a session that sleeps: what its next wake would clear counts
///   as gone
public record ShipOptions(
        boolean includePrivate,
        boolean withGit,
        Optional<SigningKey> sign,
        boolean scan,
        Set<AllowedSecret> allowed,
        boolean asleep) {
    /// The work alone, looked through, unsigned.
    public static final ShipOptions PLAIN =
            new ShipOptions(false, false, Optional.empty(), true, Set.of(), false);

    public ShipOptions {
        allowed = Set.copyOf(allowed);
    }

    public ShipOptions withPrivate() {
        return new ShipOptions(true, withGit, sign, scan, allowed, asleep);
    }

    public ShipOptions withRepositories() {
        return new ShipOptions(includePrivate, true, sign, scan, allowed, asleep);
    }

    public ShipOptions signedBy(SigningKey key) {
        return new ShipOptions(includePrivate, withGit, Optional.of(key), scan, allowed, asleep);
    }

    public ShipOptions allowing(Set<AllowedSecret> finds) {
        return new ShipOptions(includePrivate, withGit, sign, scan, finds, asleep);
    }

    public ShipOptions unscanned() {
        return new ShipOptions(includePrivate, withGit, sign, false, allowed, asleep);
    }

    public ShipOptions ofSleeper() {
        return new ShipOptions(includePrivate, withGit, sign, scan, allowed, true);
    }
}
