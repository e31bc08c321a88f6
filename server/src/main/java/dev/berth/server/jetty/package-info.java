/// Jetty, which listens; a virtual thread for each call.
@NullMarked
package dev.berth.server.jetty;

import org.jspecify.annotations.NullMarked;
