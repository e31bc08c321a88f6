/// Disks on the move: [Create], [Pack], [Unpack], [Freeze], [Resume], [Share], one class each. All
/// build on a [Stage] and publish last, so that a kill at any instruction leaves the old state or
/// the new one, and the next call finishes.
@NullMarked
package dev.berth.disk.moving;

import org.jspecify.annotations.NullMarked;
