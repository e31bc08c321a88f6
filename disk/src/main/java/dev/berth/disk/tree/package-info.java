/// Tree form: a disk in a folder, where agents work. Start at [TreeDisk]; [TreeLayout] knows a disk
/// from any other folder, [TreeReader] and [TreeWriter] take a whole one apart and put it together.
/// Nothing here follows a link.
@NullMarked
package dev.berth.disk.tree;

import org.jspecify.annotations.NullMarked;
