/// How a bundle becomes a disk. Start at [Receive]. An [UnverifiedBundle] is bytes that anybody may
/// have written; [Entries] holds the directory and the list of files against each other,
/// [Unpacking] proves each byte, and a [Landing] is where what was proven goes.
@NullMarked
package dev.berth.bundle.receive;

import org.jspecify.annotations.NullMarked;
