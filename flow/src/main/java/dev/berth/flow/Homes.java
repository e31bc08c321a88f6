package dev.berth.flow;

import java.nio.file.Path;
import java.util.List;

/// The home folders of this user: as `$HOME` says and as the system says, which may differ.
public record Homes(List<Path> paths) {
    public Homes {
        paths = paths.stream().filter(Path::isAbsolute).toList();
    }
}
