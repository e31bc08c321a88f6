/// Keeping writers apart by a folder that only one of them can make. Start at [DirectoryLock]: two
/// ways to tell a living holder from a dead one ([OwnerRule], [HeartbeatRule]), one mechanism
/// beneath. [Held] is the proof of holding, and the only door to publishing under the lock. What
/// the machine knows of processes and time comes in through [World].
@NullMarked
package dev.berth.durable.lock;

import org.jspecify.annotations.NullMarked;
