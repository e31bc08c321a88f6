package dev.berth.bundle.secrets;

/// Something in a name that looks like a secret.
///
/// @param path the name, with its folders
/// @param shown the same without most of what looks like a secret
public record NameFinding(String path, String shown, String kind) {
    private static final int SHOWN = 4;

    static NameFinding at(String whole, int at, String kind) {
        int slash = whole.indexOf('/', at);
        String path = slash < 0 ? whole : whole.substring(0, slash);
        return new NameFinding(path, path.substring(0, at + SHOWN) + "…", kind + " in its name");
    }
}
