/// How bytes reach the platter, and how to know that they did. Start at [Folder]: all file access
/// of the project goes through it, relative to an open folder, names as bytes. [AtomicFile]
/// replaces a file whole, [DirectoryLock] keeps writers apart. System calls stay in
/// `dev.berth.durable.linux`, Java's own file API in `dev.berth.durable.nio`.
@NullMarked
package dev.berth.durable;

import org.jspecify.annotations.NullMarked;
