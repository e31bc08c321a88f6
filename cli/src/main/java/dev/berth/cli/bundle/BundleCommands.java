package dev.berth.cli.bundle;

import dev.berth.cli.Group;

/// The group `bundle`.
public final class BundleCommands {
    public static final String SUMMARY =
            "Looks into bundles, proves them, and keeps a signing key.";

    private BundleCommands() {}

    public static Group group() {
        return Group.of("bundle", SUMMARY, new InspectBundle(), new VerifyBundle(), new ShowKey());
    }
}
