package dev.berth.vault;

import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A file in a vault, by the names that lead to it from the vault's folder. Never empty.
public record VaultPath(List<Name> names) {
    public VaultPath {
        names = List.copyOf(names);
        if (names.isEmpty()) throw new IllegalArgumentException("a path of no names");
    }

    /// A path as somebody typed it: relative, with `/`, and without `.` and `..`.
    public static VaultPath parse(String text) throws Failure {
        var names = new ArrayList<Name>();
        for (String part : text.split("/", -1)) {
            var name = Name.parse(part.getBytes(StandardCharsets.UTF_8));
            if (name.isEmpty()) {
                throw new Failure.Malformed(
                        "not a path in a vault: " + text,
                        "give it relative to the vault, as notes/today.md, without . and ..");
            }
            names.add(name.get());
        }
        return new VaultPath(names);
    }

    public Name name() {
        return names.getLast();
    }

    /// The names of the folders that it lies in, from the vault's folder down.
    public List<Name> folders() {
        return names.subList(0, names.size() - 1);
    }

    /// The file of another name beside it.
    public VaultPath sibling(Name name) {
        var siblings = new ArrayList<>(folders());
        siblings.add(name);
        return new VaultPath(siblings);
    }

    /// The path for programs: every character as it is, line breaks too. Where a name is no text,
    /// as [#toString] shows it.
    public String text() {
        var texts = names.stream().map(Name::text).flatMap(Optional::stream).toList();
        return texts.size() == names.size() ? String.join("/", texts) : toString();
    }

    @Override
    public String toString() {
        return String.join("/", names.stream().map(Name::toString).toList());
    }
}
