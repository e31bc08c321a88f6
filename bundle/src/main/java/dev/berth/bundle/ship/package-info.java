/// How a disk becomes a bundle. Start at [Ship]. A [Source] tells what there is and gives the
/// bytes, [Selection] decides what of it travels, [Packer] hashes, looks for secrets and packs, and
/// [BundleWriter] puts it all in order.
@NullMarked
package dev.berth.bundle.ship;

import org.jspecify.annotations.NullMarked;
