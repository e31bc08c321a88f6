/// Hashes and the cipher of what is kept: [Sha256], [Hmac] and [Aes256Gcm]. By the system's own
/// libcrypto where there is one, which is as fast in the first call as in the last; else by the
/// JDK, whose code for them is a hundred times slower until it has been compiled. Both give the
/// same bytes.
@NullMarked
package dev.berth.durable.crypto;

import org.jspecify.annotations.NullMarked;
