package dev.berth.cli.settings;

/// A value that is used but never shown.
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    /// An address as a person may see it: without what may be a user's name, a password or a key,
    /// which may well hold a slash or an at sign of its own.
    public static String hiddenIn(String address) {
        int start = address.indexOf("//");
        int at = address.lastIndexOf('@');
        String host =
                start >= 0 && at > start
                        ? address.substring(0, start) + "//(not shown)" + address.substring(at)
                        : address;
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c == '?' || c == '#') return host.substring(0, i + 1) + "(not shown)";
        }
        return host;
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
