package dev.berth.server.files;

import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.session.files.FileContent;
import dev.berth.session.files.FileEntry;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.FileTree;
import dev.berth.session.files.FileWalk;
import dev.berth.session.life.FileView;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// A folder as one file, packed while it is sent. What vanishes meanwhile is left out; should the
/// workspace be put away, the answer is cut off.
record Archive(FileView view, FilePath folder, Format format) implements Answer.Content {
    /// How it is packed.
    enum Format {
        ZIP("application/zip"),
        TAR("application/x-tar");

        private final String type;

        Format(String type) {
            this.type = type;
        }

        private Packing packing(Answer.Out out) {
            return switch (this) {
                case ZIP -> new ZipPacking(out);
                case TAR -> new TarPacking(out);
            };
        }

        static Format parse(String text) throws Failure {
            return Arrays.stream(values())
                    .filter(format -> format.ending().equals(text))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new Failure.Malformed(
                                            "no archive is called so", "use zip or tar"));
        }

        private String ending() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The answer to a call for the folder at `place`; it closes the view.
    static Answer of(FileView view, Place place, Format format) throws Failure {
        // Known to be a folder before the first byte is sent.
        view.tree().list(place.path());
        String called =
                place.path().isTop() ? place.key().id().value() : place.path().name().toString();
        var name = Name.of(called + "." + format.ending());
        return Answer.stream(200, format.type, new Archive(view, place.path(), format))
                .with("Content-Disposition", ContentTypes.attachment(name));
    }

    @Override
    public void writeTo(Answer.Out out) throws Failure {
        var packing = format.packing(out);
        var tree = view.tree();
        FileWalk.below(tree, folder, (path, entry) -> pack(packing, tree, path, entry));
        view.requireUnmoved();
        packing.finish();
    }

    private boolean pack(Packing packing, FileTree tree, FilePath path, FileEntry entry)
            throws Failure {
        switch (entry.type()) {
            case FOLDER -> packing.folder(path, entry);
            case LINK -> packing.link(path, entry);
            case FILE -> {
                var opened = opened(tree, folder.below(path));
                if (opened.isEmpty()) return true;
                try (var content = opened.get()) {
                    packing.file(path, content);
                }
            }
        }
        return true;
    }

    private static Optional<FileContent> opened(FileTree tree, FilePath path) throws Failure {
        try {
            return Optional.of(tree.open(path));
        } catch (Failure.NotFound | Failure.Refused changed) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        view.close();
    }
}
