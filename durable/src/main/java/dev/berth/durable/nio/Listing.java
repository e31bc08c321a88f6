package dev.berth.durable.nio;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the names in a folder.
final class Listing {
    private Listing() {}

    static List<Path> of(Path folder) throws IOException {
        var paths = new ArrayList<Path>();
        try (var stream = Files.newDirectoryStream(folder)) {
            stream.forEach(paths::add);
        } catch (DirectoryIteratorException fault) {
            throw fault.getCause();
        }
        return paths;
    }

    /// The last name of `path`. Its text loses bytes that are not UTF-8; a path made from the text
    /// is then another one, and the whole listing is refused rather than a name made up.
    static Name name(Path path) throws FileFault {
        var last = path.getFileName();
        var text = last == null ? "" : last.toString();
        if (!Path.of(text).equals(last)) {
            throw new FileFault(Errno.EINVAL, "only UTF-8 on this system", text);
        }
        return Name.parse(text.getBytes(StandardCharsets.UTF_8))
                .orElseThrow(() -> new FileFault(Errno.EIO, "list", text));
    }
}
