package dev.berth.bundle;

/// What stands in a bundle beside the files: always stored, never deflated, so that their place is
/// known before their content is.
public final class Documents {
    public static final String MANIFEST = "manifest.json";
    public static final String FILES = "files.jsonl";
    public static final String SIGNATURE = "manifest.sig";

    /// A plain file on Unix.
    public static final int MODE = 0100644;

    private Documents() {}
}
