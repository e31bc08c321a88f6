/// Files by Linux's own system calls, on x86_64 and aarch64. Start at [LinuxFiles].
///
/// Every call goes through `Kernel`, by number, so that one linked downcall serves nearly all of
/// them and an old C library lacks none. `Call` holds the memory of one call and keeps its
/// descriptor open meanwhile; `Descriptor` makes a late use a bug rather than a use of somebody
/// else's file.
@NullMarked
package dev.berth.durable.linux;

import org.jspecify.annotations.NullMarked;
