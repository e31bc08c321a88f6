/// The disk: what a byte may expect of time and of travel. Start at [Volume]; a [Disk] is one store
/// with three lanes, keyed by volume and path. It has a tree form, where agents work, and a file
/// form, which is portable; [Pack], [Unpack], [Freeze], [Resume] and [Share] move it between
/// places. Knows nothing of running sessions or of HTTP. SQLite stays inside
/// `dev.berth.disk.sqlite`, the git command inside `dev.berth.disk.git`.
@NullMarked
package dev.berth.disk;

import org.jspecify.annotations.NullMarked;
