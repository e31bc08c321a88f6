/// Keys and signatures, Ed25519 and nothing else. [VerifyKey] proves where a bundle came from,
/// [SigningKey] is its other half, and [KeyFolder] keeps one for each tenant.
@NullMarked
package dev.berth.bundle.signing;

import org.jspecify.annotations.NullMarked;
