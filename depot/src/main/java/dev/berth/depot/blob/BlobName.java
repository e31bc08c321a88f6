package dev.berth.depot.blob;

import java.util.Optional;
import java.util.regex.Pattern;

/// The name of one object: parts of letters, digits, `.`, `_` and `-`, with `/` between them. No
/// part begins with a dot, so that a name is a path in a folder and a key in a bucket alike.
public record BlobName(String value) implements Comparable<BlobName> {
    private static final Pattern FORM =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final int LONGEST = 512;

    public BlobName {
        if (!isOne(value)) throw new IllegalArgumentException("not an object's name: " + value);
    }

    /// A name found in a store; empty when it is none of ours.
    public static Optional<BlobName> parse(String text) {
        return isOne(text) ? Optional.of(new BlobName(text)) : Optional.empty();
    }

    /// The last part.
    public String last() {
        return value.substring(value.lastIndexOf('/') + 1);
    }

    @Override
    public int compareTo(BlobName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }

    private static boolean isOne(String text) {
        return text.length() <= LONGEST && FORM.matcher(text).matches();
    }
}
