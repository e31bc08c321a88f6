/// Sandboxes as containers of a Docker engine, spoken with over its socket. Start at
/// [DockerRunner]; [Engine] is the only one that knows HTTP.
@NullMarked
package dev.berth.runner.docker;

import org.jspecify.annotations.NullMarked;
