/// The bundle: share the work, never the session. [Ship] makes a `.wbundle` of a disk, [Receive]
/// makes a disk of one and trusts nothing in it. The zip format stays inside
/// `dev.berth.bundle.zip`, what looks like a secret is known to `dev.berth.bundle.secrets`, keys
/// and signatures to `dev.berth.bundle.signing`. Knows nothing of sessions or of HTTP.
@NullMarked
package dev.berth.bundle;

import org.jspecify.annotations.NullMarked;
