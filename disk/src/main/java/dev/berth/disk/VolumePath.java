package dev.berth.disk;

import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Where an entry lies in its volume: absolute, normalised, valid UTF-8, never the root itself.
/// Ordered as SQLite orders it: by unsigned bytes.
public record VolumePath(String value) implements Comparable<VolumePath> {
    /// The longest name that file systems take, in bytes.
    public static final int MAX_NAME_BYTES = 255;

    /// The longest path that we take, in bytes.
    public static final int MAX_BYTES = 32_768;

    public VolumePath {
        // A recipient unpacks these onto a real file system, where `..` would climb out of it.
        var flaw = flaw(value);
        if (flaw.isPresent()) {
            throw new IllegalArgumentException("not a path in a volume: " + flaw.get());
        }
    }

    /// A path that a person, a table or another program gave.
    public static VolumePath parse(String text) throws Failure {
        var flaw = flaw(text);
        if (flaw.isPresent()) {
            throw new Failure.Malformed(
                    "'" + Shown.brief(text) + "' is not a path in a volume: " + flaw.get(),
                    "write it like /folder/name");
        }
        return new VolumePath(text);
    }

    /// What is wrong with `text` as a path; empty when nothing is.
    public static Optional<String> flaw(String text) {
        if (!text.startsWith("/")) return Optional.of("it does not start with /");
        if (text.indexOf('\0') >= 0) return Optional.of("it contains a NUL character");
        int start = 1;
        int bytes = 1;
        while (true) {
            int end = text.indexOf('/', start);
            int stop = end < 0 ? text.length() : end;
            if (stop == start) return Optional.of("it has an empty name in it");
            if (text.charAt(start) == '.') {
                if (stop == start + 1) return Optional.of("it has '.' in it");
                if (stop == start + 2 && text.charAt(start + 1) == '.') {
                    return Optional.of("it has '..' in it");
                }
            }
            int length = utf8Length(text, start, stop);
            if (length < 0) return Optional.of("it is not valid Unicode");
            if (length > MAX_NAME_BYTES) {
                return Optional.of("it has a name longer than " + MAX_NAME_BYTES + " bytes");
            }
            bytes += length + 1;
            if (bytes > MAX_BYTES) {
                return Optional.of("it is longer than " + MAX_BYTES + " bytes");
            }
            if (end < 0) return Optional.empty();
            start = end + 1;
        }
    }

    private static int utf8Length(String text, int from, int to) {
        int length = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) length++;
            else if (c < 0x800) length += 2;
            else if (!Character.isSurrogate(c)) length += 3;
            else if (Character.isHighSurrogate(c)
                    && i + 1 < to
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                length += 4;
                i++;
            } else return -1;
        }
        return length;
    }

    /// The names from the volume's root down to this entry.
    public List<Name> names() {
        var names = new ArrayList<Name>();
        for (String name : value.substring(1).split("/", -1)) names.add(Name.of(name));
        return names;
    }

    /// The last name.
    public String name() {
        return value.substring(value.lastIndexOf('/') + 1);
    }

    /// The text of the folder that this lies in, empty at the top of the volume.
    public String folder() {
        return value.substring(0, value.lastIndexOf('/'));
    }

    /// The folder that this lies in; empty at the top of the volume.
    public Optional<VolumePath> parent() {
        int slash = value.lastIndexOf('/');
        return slash == 0
                ? Optional.empty()
                : Optional.of(new VolumePath(value.substring(0, slash)));
    }

    /// The folders on the way here, outermost first.
    public List<VolumePath> ancestors() {
        var ancestors = new ArrayList<VolumePath>();
        for (int i = value.indexOf('/', 1); i >= 0; i = value.indexOf('/', i + 1)) {
            ancestors.add(new VolumePath(value.substring(0, i)));
        }
        return ancestors;
    }

    /// Whether this lies somewhere below `folder`.
    public boolean isBelow(VolumePath folder) {
        return value.length() > folder.value.length()
                && value.startsWith(folder.value)
                && value.charAt(folder.value.length()) == '/';
    }

    public VolumePath child(String name) {
        return new VolumePath(value + "/" + name);
    }

    @Override
    public int compareTo(VolumePath other) {
        return Arrays.compareUnsigned(
                value.getBytes(StandardCharsets.UTF_8),
                other.value.getBytes(StandardCharsets.UTF_8));
    }

    /// For people: control characters escaped, and not longer than a message can be.
    public String shown() {
        return Shown.brief(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
