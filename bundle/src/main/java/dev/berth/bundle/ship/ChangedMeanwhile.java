package dev.berth.bundle.ship;

/// The disk is not any more what the survey saw: start over. Never leaves the package.
final class ChangedMeanwhile extends RuntimeException {
    private static final long serialVersionUID = 1;

    ChangedMeanwhile(String what) {
        super(what);
    }
}
