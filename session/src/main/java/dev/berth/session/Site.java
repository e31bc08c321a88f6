package dev.berth.session;

/// What the configuration says of this place: whether its folders are shared by the region's nodes,
/// whether its depot is, and whether that depot is a bucket, reached from everywhere.
public record Site(boolean sharedFolder, boolean sharedDepot, boolean bucket) {
    /// One machine alone.
    public static final Site ALONE = new Site(false, false, false);
}
