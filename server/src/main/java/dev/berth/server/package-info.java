/// Sessions over HTTP. Start at [BerthServer]: it puts the routes together and listens.
///
/// `problem` says what goes wrong in the words of HTTP, `access` who may do what, `http` is the way
/// of one call from its target to its answer, `workspaces` and `operations` are what can be called.
/// Jetty stays inside `jetty`.
@NullMarked
package dev.berth.server;

import org.jspecify.annotations.NullMarked;
