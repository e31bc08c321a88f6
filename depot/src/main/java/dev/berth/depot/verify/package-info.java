/// Finding out what of a depot is as it was stored, and which files are not. Start at
/// [VerifyDomain].
@NullMarked
package dev.berth.depot.verify;

import org.jspecify.annotations.NullMarked;
