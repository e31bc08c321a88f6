package dev.berth.durable;

import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// A path that somebody named, taken apart into the folder to open and the name in it, which is how
/// everything here is reached.
public record Place(Path folder, Name name) {

    /// Where `path` is; refused when it names no entry of a folder, as `/` does.
    public static Place of(Path path) throws Failure {
        Path whole = path.toAbsolutePath().normalize();
        Path folder = whole.getParent();
        Path last = whole.getFileName();
        Optional<Name> name =
                last == null
                        ? Optional.empty()
                        : Name.parse(last.toString().getBytes(StandardCharsets.UTF_8));
        if (folder == null || name.isEmpty()) {
            throw new Failure.Refused(path + " is not a name in a folder", "name something in one");
        }
        return new Place(folder, name.get());
    }

    /// The path as a whole, for messages.
    @Override
    public String toString() {
        return folder.resolve(name.toString()).toString();
    }
}
