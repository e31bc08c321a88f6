package dev.berth.depot.blob;

import java.util.Optional;

/// The name of one object: parts of letters, digits, `.`, `_` and `-`, with `/` between them. No
/// part begins with a dot, so that a name is a path in a folder and a key in a bucket alike.
public record BlobName(String value) implements Comparable<BlobName> {
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
        if (text.isEmpty() || text.length() > LONGEST) return false;
        boolean begins = true;
        // By hand: every listing of a depot asks for each object in it.
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (begins ? !isPlain(c) : !isPlain(c) && c != '.' && c != '/') return false;
            begins = c == '/';
        }
        return !begins;
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-';
    }
}
