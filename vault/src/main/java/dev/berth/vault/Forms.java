package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds files by what their names look like: composed and decomposed forms of a character are the
/// same to people and to some file systems. Each folder is listed once, however many names are
/// looked for in it, and forgotten when a walk leaves it.
final class Forms {
    private final Map<List<Name>, Map<String, Name>> folders = new HashMap<>();

    /// The name that a file has in `in`, which `path` leads to.
    Optional<Name> of(Name name, List<Name> path, Folder in) throws FileFault {
        var text = name.text().filter(Forms::hasSome);
        if (text.isEmpty()) return Optional.empty();
        var listed = folders.get(path);
        if (listed == null) {
            listed = listed(in);
            folders.put(path, listed);
        }
        return Optional.ofNullable(listed.get(composed(text.get())));
    }

    /// Most walks never list anything here, and need no path put together for each folder.
    void leave(Found folder) {
        if (!folders.isEmpty()) folders.remove(folder.names());
    }

    private static Map<String, Name> listed(Folder in) throws FileFault {
        var names = new HashMap<String, Name>();
        for (var entry : in.list()) {
            if (entry.kind() != Kind.FILE) continue;
            entry.name().text().ifPresent(text -> names.putIfAbsent(composed(text), entry.name()));
        }
        return names;
    }

    private static boolean hasSome(String text) {
        return text.chars().anyMatch(c -> c > 0x7f);
    }

    private static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }
}
