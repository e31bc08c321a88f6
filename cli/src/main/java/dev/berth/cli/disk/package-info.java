/// The commands on one disk: `berth disk …`. Start at [DiskCommands]; each verb is a class, and
/// [Opened] finds out which form a disk is in.
@NullMarked
package dev.berth.cli.disk;

import org.jspecify.annotations.NullMarked;
