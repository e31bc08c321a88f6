package dev.berth.bundle;

/// How much a bundle may be. What is shipped keeps to these, what is received is held to them.
///
/// @param entries files, links and empty folders
/// @param entryBytes the size of one of them, unpacked
/// @param totalBytes all of them, unpacked
/// @param ratio unpacked bytes for each packed one, of bundles over [#RATIO_FLOOR_BYTES]
/// @param pathBytes one path with its volume in front
/// @param depth folders on the way to an entry
public record BundleLimits(
        int entries, long entryBytes, long totalBytes, int ratio, int pathBytes, int depth) {
    /// Up to here a bundle may unpack to as much as it likes.
    public static final long RATIO_FLOOR_BYTES = 256L << 20;

    public static final BundleLimits USUAL =
            new BundleLimits(1_000_000, 64L << 30, 256L << 30, 200, 4096, 128);

    /// Whether so many bytes may come out of a bundle of that size.
    public boolean mayUnpackTo(long unpacked, long bundleBytes) {
        return unpacked <= RATIO_FLOOR_BYTES || unpacked / ratio <= bundleBytes;
    }
}
