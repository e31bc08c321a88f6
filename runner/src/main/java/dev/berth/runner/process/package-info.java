/// Sandboxes of plain processes, walled in by bubblewrap. Start at [ProcessRunner].
///
/// When the server is root, bubblewrap builds the walls as root and the inside is another,
/// unprivileged user of the machine; otherwise it is our own user in a user namespace.
@NullMarked
package dev.berth.runner.process;

import org.jspecify.annotations.NullMarked;
