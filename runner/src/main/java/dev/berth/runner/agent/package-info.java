/// The agents that Berth knows: how each takes a message, goes on with its own conversation, keeps
/// its state and says what it does. Start at [Agent]; [AgentEvent] is what its lines become.
/// Nothing here starts a process.
@NullMarked
package dev.berth.runner.agent;

import org.jspecify.annotations.NullMarked;
