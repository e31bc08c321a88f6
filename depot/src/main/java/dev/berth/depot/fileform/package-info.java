/// Disks in file form on their way into a depot and out of it: through a folder that nobody else
/// knows of.
@NullMarked
package dev.berth.depot.fileform;

import org.jspecify.annotations.NullMarked;
