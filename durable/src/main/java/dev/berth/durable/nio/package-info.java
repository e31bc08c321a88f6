/// Files by Java's own API, for systems whose calls are not known here. Start at [NioFiles]; the
/// one package of the project that uses `java.nio.file.Files`.
@NullMarked
package dev.berth.durable.nio;

import org.jspecify.annotations.NullMarked;
