package dev.berth.session.files;

import dev.berth.disk.VolumePath;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The way from the top of a volume to an entry, name by name; without names it is the top itself.
/// Never absolute, never with `..` in it.
public record FilePath(List<Name> names) {
    public static final FilePath TOP = new FilePath(List.of());

    public FilePath {
        names = List.copyOf(names);
    }

    /// A path from outside, such as `src/Main.java`; nothing at all is the top.
    public static FilePath parse(String text) throws Failure {
        if (text.isEmpty()) return TOP;
        var flaw = text.startsWith("/") ? Optional.of("it begins with /") : flaw(text);
        if (flaw.isPresent()) {
            throw new Failure.Malformed(
                    "this is not a path in a volume: " + flaw.get(), "write it like folder/name");
        }
        return new FilePath(new VolumePath("/" + text).names());
    }

    private static Optional<String> flaw(String text) {
        return VolumePath.flaw("/" + text);
    }

    public boolean isTop() {
        return names.isEmpty();
    }

    /// The last name; the top has none.
    public Name name() {
        return names.getLast();
    }

    public FilePath parent() {
        return new FilePath(names.subList(0, names.size() - 1));
    }

    public FilePath child(Name name) {
        var longer = new ArrayList<>(names);
        longer.add(name);
        return new FilePath(longer);
    }

    /// Where `path` leads from here on.
    public FilePath below(FilePath path) {
        var longer = new ArrayList<>(names);
        longer.addAll(path.names);
        return new FilePath(longer);
    }

    /// The first `count` names.
    public FilePath first(int count) {
        return new FilePath(names.subList(0, count));
    }

    /// Whether this lies somewhere below `folder`.
    public boolean isBelow(FilePath folder) {
        int count = folder.names.size();
        return names.size() > count && names.subList(0, count).equals(folder.names);
    }

    /// As file form knows it; empty for the top, and for names that it cannot hold.
    Optional<VolumePath> inFileForm() {
        var text = new StringBuilder();
        for (var name : names) {
            if (name.text().isEmpty()) return Optional.empty();
            text.append('/').append(name.text().get());
        }
        return VolumePath.flaw(text.toString()).isPresent()
                ? Optional.empty()
                : Optional.of(new VolumePath(text.toString()));
    }

    /// With `/` between the names; what is not UTF-8 is escaped.
    public String text() {
        return names.stream()
                .map(name -> name.text().orElseGet(name::toString))
                .collect(Collectors.joining("/"));
    }

    /// As [#text], for people: control characters are escaped as well.
    @Override
    public String toString() {
        return names.stream().map(Name::toString).collect(Collectors.joining("/"));
    }
}
