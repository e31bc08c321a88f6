/// The state of a project's work, in the `.flow/` folder of the project. Start at [Flow]:
/// everything that can be done with it, each change under the project's lock and durable when it
/// returns. [FlowSession] is the value, [ProjectRoot] says where such a folder may be. Knows
/// nothing of Berth's own sessions; `register` tells an agent's program where to read.
@NullMarked
package dev.berth.flow;

import org.jspecify.annotations.NullMarked;
