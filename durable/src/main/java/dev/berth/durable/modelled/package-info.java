/// A file system in memory that can lose power. Start at [ModelledFiles]: it knows what was synced
/// and what was not, and [ModelledFiles#crash] gives one of the file systems that a machine might
/// find after a power loss. [CrashExplorer] visits all of them, after every call of the code under
/// test.
@NullMarked
package dev.berth.durable.modelled;

import org.jspecify.annotations.NullMarked;
