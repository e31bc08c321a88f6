/// The side of the command that talks to a server: `sessions` and `tokens`. Knows routes and
/// problems; what a session is, the server knows.
@NullMarked
package dev.berth.cli.client;

import org.jspecify.annotations.NullMarked;
