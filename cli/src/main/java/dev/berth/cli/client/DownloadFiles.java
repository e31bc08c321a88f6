package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Progress;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.Place;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Brings a file, or a folder file by file. Each lands under its name when it is whole; a name that
/// leads anywhere else is refused, and no link is followed.
final class DownloadFiles implements Verb {
    private static final int PIECE_BYTES = 1 << 17;

    @Override
    public Spec spec() {
        return Remote.options(
                        Named.argument(
                                        Spec.of(
                                                "download",
                                                "Brings a file or a folder of a session here."))
                                .argument(Remote.PATH, "which; / or . is the whole volume")
                                .optionalArgument(
                                        "TARGET",
                                        "the file or folder to make; - is standard output, of a"
                                                + " file"))
                .example("berth files download parser report.pdf")
                .example("berth files download parser / work");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var remote = Remote.of(given, world);
        String path = Remote.plain(given.text(Remote.PATH));
        String last = path.substring(path.lastIndexOf('/') + 1);
        String target =
                given.optional("TARGET").orElse(last.isEmpty() ? remote.session().id() : last);
        var api = remote.session().api();
        try (var progress = world.progress("downloading", Progress.Unit.BYTES, 0)) {
            var bringing = new Bringing(remote, progress);
            try (var answer = api.open(remote.address(path), remote.query())) {
                if (target.equals("-")) {
                    if (answer.isJson()) {
                        throw new Failure.Refused(path + " is a folder", "name a folder to make");
                    }
                    answer.bytes().transferTo(world.out());
                    world.out().flush();
                    return Reply.none();
                }
                var place = Place.of(world.path(target));
                try (var parent = world.files().open(place.folder())) {
                    if (answer.isJson()) {
                        bringing.folder(parent, place.name(), path, answer.json());
                    } else {
                        bringing.file(parent, place.name(), answer);
                    }
                }
            }
            return bringing.reply(target);
        } catch (FileFault fault) {
            throw fault.asFailure(target);
        } catch (IOException broken) {
            throw api.cut(broken);
        }
    }

    /// What was not brought, and why.
    private record Left(String path, String why) {
        String line() {
            return "left out: %s (%s)".formatted(path, why);
        }
    }

    /// What was brought so far.
    private static final class Bringing {
        private final Remote remote;
        private final Progress progress;
        private final List<Left> left = new ArrayList<>();
        private long files;
        private long bytes;

        Bringing(Remote remote, Progress progress) {
            this.remote = remote;
            this.progress = progress;
        }

        void folder(Folder parent, Name name, String path, Json.Obj listing) throws Failure {
            try (var folder = AtomicFile.folders(parent, 0755, name)) {
                for (var entry : Fields.objects(listing, "entries")) {
                    String called = Fields.text(entry, "name");
                    String below = path.isEmpty() ? called : path + "/" + called;
                    Optional<Name> safe = Name.parse(called.getBytes(StandardCharsets.UTF_8));
                    boolean link = Fields.text(entry, "type").equals("link");
                    if (link) left.add(new Left(below, "a link"));
                    else if (safe.isEmpty()) left.add(new Left(below, "no name for a file"));
                    else entry(folder, safe.get(), below);
                }
            }
        }

        private void entry(Folder folder, Name name, String path) throws Failure {
            try (var answer = remote.session().api().open(remote.address(path), remote.query())) {
                if (answer.isJson()) folder(folder, name, path, answer.json());
                else file(folder, name, answer);
            } catch (Failure.NotFound vanished) {
                left.add(new Left(path, "gone meanwhile, or its name is not UTF-8"));
            }
        }

        void file(Folder folder, Name name, Api.Opened answer) throws Failure {
            progress.expect(answer.length());
            int mode = answer.isExecutable() ? 0755 : 0644;
            AtomicFile.stage(folder, name, mode, file -> bytes += filled(file, answer.bytes()))
                    .publish();
            files++;
        }

        private long filled(OpenFile file, InputStream from) throws FileFault, Failure {
            byte[] piece = new byte[PIECE_BYTES];
            long position = 0;
            try {
                for (int got = from.read(piece); got >= 0; got = from.read(piece)) {
                    file.writeFully(MemorySegment.ofArray(piece).asSlice(0, got), position);
                    position += got;
                    progress.add(got);
                }
            } catch (IOException broken) {
                throw remote.session().api().cut(broken);
            }
            return position;
        }

        Reply reply(String target) {
            var lines = new ArrayList<String>();
            lines.add("downloaded %d files, %d bytes, to %s".formatted(files, bytes, target));
            for (var each : left) lines.add(each.line());
            return Reply.lines(
                    Json.object()
                            .put("target", target)
                            .put("files", files)
                            .put("bytes", bytes)
                            .putTexts("skipped", left.stream().map(Left::path).toList())
                            .build(),
                    lines.toArray(String[]::new));
        }
    }
}
