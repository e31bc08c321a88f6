/// `berth flow`: the state of a project's work. [FlowCommands] is the table of its verbs,
/// [OpenFlow] finds the project that they are about.
@NullMarked
package dev.berth.cli.flow;

import org.jspecify.annotations.NullMarked;
