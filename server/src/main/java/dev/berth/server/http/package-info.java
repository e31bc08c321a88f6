/// The way of one call: [Target] is what was addressed, [Router] the table of everything that can
/// be, [Kernel] checks who calls and lets the [Route]'s handler turn a [Call] into an [Answer].
/// Knows nothing of the program that listens.
@NullMarked
package dev.berth.server.http;

import org.jspecify.annotations.NullMarked;
