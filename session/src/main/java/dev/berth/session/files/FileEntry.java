package dev.berth.session.files;

import dev.berth.durable.Name;

import java.time.Instant;
import java.util.Optional;

/// What is known of one entry of a volume without reading it. `target` is what a link holds; it is
/// never followed.
public record FileEntry(
        Name name,
        Type type,
        long size,
        Instant modified,
        boolean executable,
        Optional<Name.Target> target) {
    /// What an entry is; sockets, pipes and devices are none.
    public enum Type {
        FILE("file"),
        FOLDER("folder"),
        LINK("link");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    static FileEntry file(Name name, long size, Instant modified, boolean executable) {
        return new FileEntry(name, Type.FILE, size, modified, executable, Optional.empty());
    }

    static FileEntry folder(Name name, Instant modified) {
        return new FileEntry(name, Type.FOLDER, 0, modified, true, Optional.empty());
    }

    static FileEntry link(Name name, Instant modified, Name.Target target) {
        return new FileEntry(
                name, Type.LINK, target.bytes().length, modified, false, Optional.of(target));
    }

    public boolean isFile() {
        return type == Type.FILE;
    }

    public boolean isFolder() {
        return type == Type.FOLDER;
    }
}
