/// The verbs of a session's life on one node. Start at [Sessions], the way in for programs; a
/// [Station] is what a node works with.
@NullMarked
package dev.berth.session.life;

import org.jspecify.annotations.NullMarked;
