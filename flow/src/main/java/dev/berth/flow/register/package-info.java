/// Telling an agent's program where to read: one entry or one line in a file that the project
/// already has. [Registration] does it, [Agent] says for whom. Files of other people: whatever
/// stood there stays, byte for byte, and comes back when the entry is taken out.
@NullMarked
package dev.berth.flow.register;

import org.jspecify.annotations.NullMarked;
