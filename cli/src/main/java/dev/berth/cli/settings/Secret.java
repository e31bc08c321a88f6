package dev.berth.cli.settings;

/// A value that is used but never shown.
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    /// The value itself, for the one who connects with it.
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "(set, not shown)";
    }
}
