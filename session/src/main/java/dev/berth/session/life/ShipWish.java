package dev.berth.session.life;

import dev.berth.bundle.ship.AllowedSecret;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.bundle.signing.SigningKey;

import java.util.Optional;
import java.util.Set;

/// What is asked for when a session's work is shipped.
///
/// @param includePrivate `memory` and `tmp` travel too
/// @param withGit repositories travel too
/// @param sign it is signed with the tenant's key
/// @param scan it is looked through for secrets
/// @param allowed finds that may travel
public record ShipWish(
        boolean includePrivate,
        boolean withGit,
        boolean sign,
        boolean scan,
        Set<AllowedSecret> allowed) {
    /// The work alone, looked through, unsigned.
    public static final ShipWish PLAIN = new ShipWish(false, false, false, true, Set.of());

    public ShipWish {
        allowed = Set.copyOf(allowed);
    }

    ShipOptions options(Optional<SigningKey> key, boolean asleep) {
        return new ShipOptions(includePrivate, withGit, key, scan, allowed, asleep);
    }
}
