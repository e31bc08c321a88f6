/// The zip inside a bundle, down to the byte. [Member] knows the headers of one entry, [Ending]
/// what stands behind all of them. There is one way to write each, so a reader writes what it
/// expects and compares: no header can say two things to two readers.
@NullMarked
package dev.berth.bundle.zip;

import org.jspecify.annotations.NullMarked;
